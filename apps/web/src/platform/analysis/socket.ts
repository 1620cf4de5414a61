// SPDX-License-Identifier: Apache-2.0
/**
 * One websocket of the analysis service, for one measurement. The vendor's client library has a websocket too, but
 * hides the request ids: `sendMessage` returns nothing, so an acknowledgement cannot be distinguished from that of
 * another chunk, and `onmessage` drops text frames and throws on a body that is not JSON. Resending unacknowledged
 * chunks needs the ids, so the frames are handled here; REST uses the library.
 */
import {
  ACTIONS,
  decodeResponse,
  encodeRequest,
  type ActionId,
} from '@perfuse/contract/analysis/frames';
import { analysisErrorSchema } from '@perfuse/contract/analysis/errors';
import { resultMessageSchema, type ResultMessage } from '@perfuse/contract/results/message';
import {
  MeasurementFault,
  type AnalysisConnection,
  type ConnectionListener,
  type OutgoingChunk,
} from '@perfuse/flow';
import { toBase64 } from './base64.ts';
import type { TokenRenewal } from './token-renewal.ts';

/** The part of a WebSocket that is used. */
export interface SocketLike {
  binaryType: string;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export interface SocketDeps {
  readonly tokens: TokenRenewal;
  /** Opens a socket with the subprotocol `json`. */
  readonly open: () => SocketLike;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** An answer of 400 or more. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The action and six random letters, as clients of the protocol do. */
function requestIdFor(action: ActionId): string {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return action + Array.from(random, (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
}

const isEmptyBody = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && Object.keys(body).length === 0;

const actionOf = ({ index, last }: OutgoingChunk): string =>
  last ? 'LAST::PROCESS' : index === 0 ? 'FIRST::PROCESS' : 'CHUNK::PROCESS';

const lost = (message: string): MeasurementFault => new MeasurementFault('NETWORK_ERROR', message);

/** Sends requests over one socket and matches the answers by request id. */
class Conversation {
  readonly #socket: SocketLike;
  readonly #waiting = new Map<
    string,
    { readonly resolve: (answer: Answer) => void; readonly reject: (fault: unknown) => void }
  >();
  /** Called with messages that arrive under an id after its first, empty answer. */
  onLater: (requestId: string, body: unknown) => void = () => undefined;

  constructor(socket: SocketLike) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) this.#receive(new Uint8Array(data));
    });
  }

  /** @throws Refusal when the service answers with an error. */
  async ask(action: ActionId, requestId: string, body: unknown): Promise<void> {
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(requestId, { resolve, reject });
      this.#socket.send(new Uint8Array(encodeRequest(action, requestId, body)));
    });
    if (answer.status < 400) return;
    const error = analysisErrorSchema.safeParse(answer.body);
    const { Code, Message } = error.success ? error.data : { Code: '', Message: '' };
    throw new Refusal(answer.status, Code, Message);
  }

  /** Fails all pending requests. */
  end(fault: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }

  #receive(bytes: Uint8Array): void {
    const frame = decodeResponse(bytes);
    // Not a frame of this protocol: no request waits for it, so it is ignored.
    if (!frame.ok) return;
    const { requestId, status, body } = frame.value;
    const waiting = this.#waiting.get(requestId);
    const isResult = requestId.startsWith(ACTIONS.subscribeResults) && status < 400;
    // A result may arrive before the acknowledgement of its subscription, which has an empty body.
    if (isResult && !isEmptyBody(body)) this.onLater(requestId, body);
    else if (waiting !== undefined) {
      this.#waiting.delete(requestId);
      waiting.resolve({ status, body });
    }
  }
}

/** Converts a refused step to a measurement fault; renews a token that is no longer accepted. */
async function faultOf(cause: unknown, token: string, tokens: TokenRenewal): Promise<unknown> {
  if (!(cause instanceof Refusal)) return cause;
  if (cause.status === 401) {
    try {
      await tokens.refused(token);
      return lost('The token was renewed.');
    } catch (fault) {
      return fault;
    }
  }
  if (cause.status === 403) return new MeasurementFault('AUTHORIZATION', cause.message);
  // A server error: the chunk is still valid and only has to be sent again.
  if (cause.status >= 500) return new MeasurementFault('SERVICE_BUSY', cause.code);
  return new MeasurementFault('CHUNK_REFUSED', `${cause.code}: ${cause.message}`);
}

/** Connects, logs in and subscribes; see {@link ConnectionListener} for what is reported. */
export function connectSocket(
  parts: SocketDeps,
  measurementId: string,
  listener: ConnectionListener,
): AnalysisConnection {
  let over = false;
  let token = '';
  let socket: SocketLike | null = null;
  let conversation: Conversation | null = null;

  const end = (): boolean => {
    if (over) return false;
    over = true;
    conversation?.end(lost('The connection was closed.'));
    socket?.close();
    return true;
  };
  /** Parsed, but not yet delivered. */
  const results: ResultMessage[] = [];
  const tellResults = (): void => {
    for (const result of results.splice(0)) if (!over) listener.onResult(result);
  };
  const fail = (fault: unknown): void => {
    tellResults();
    if (end()) listener.onLost(fault);
  };

  const logIn = async (asking: Conversation): Promise<void> => {
    try {
      await asking.ask(ACTIONS.loginWithToken, requestIdFor(ACTIONS.loginWithToken), {
        Token: token,
      });
      const RequestID = requestIdFor(ACTIONS.subscribeResults);
      await asking.ask(ACTIONS.subscribeResults, RequestID, {
        Params: { ID: measurementId },
        RequestID,
      });
      listener.onReady();
    } catch (cause) {
      // Other sockets of the token are open, such as one whose loss the service has not noticed: they end.
      const isFull = cause instanceof Refusal && cause.status === 429;
      fail(
        isFull
          ? new MeasurementFault('SERVICE_BUSY', cause.message)
          : await faultOf(cause, token, parts.tokens),
      );
    }
  };

  const start = async (): Promise<void> => {
    token = await parts.tokens.get();
    if (over) return;
    const opened = parts.open();
    opened.binaryType = 'arraybuffer';
    const asking = new Conversation(opened);
    asking.onLater = (_, body) => {
      const result = resultMessageSchema.safeParse(body);
      if (over || !result.success || result.data.MeasurementID !== measurementId) return;
      results.push(result.data);
      // In a separate task: on a slow computer, parsing a result takes long enough.
      setTimeout(tellResults);
    };
    socket = opened;
    conversation = asking;
    opened.addEventListener('open', () => void logIn(asking));
    opened.addEventListener('error', () => fail(lost('The socket broke.')));
    opened.addEventListener('close', () => fail(lost('The socket was closed.')));
  };
  start().catch(fail);

  return {
    close: () => void end(),
    send: async (chunk) => {
      if (conversation === null || over) throw lost('There is no connection.');
      try {
        await conversation.ask(ACTIONS.data, requestIdFor(ACTIONS.data), {
          Params: { ID: measurementId },
          Action: actionOf(chunk),
          ChunkOrder: chunk.index,
          Payload: toBase64(chunk.payload),
        });
        parts.tokens.accepted(token);
      } catch (cause) {
        // Only the acknowledgement of the last chunk was lost, not the chunk.
        if (chunk.last && cause instanceof Refusal && cause.code === 'MEASUREMENT_CLOSED') return;
        throw await faultOf(cause, token, parts.tokens);
      }
    },
  };
}
