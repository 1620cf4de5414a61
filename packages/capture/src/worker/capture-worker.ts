// SPDX-License-Identifier: Apache-2.0
/** The worker that reads frames and turns them into chunks. */
import { loadExtractor } from '@perfuse/extractor';
import { FaceReader } from '../learned/face-reader.ts';
import { isReadReply } from '../learned/messages.ts';
import { findTrackProcessor, PROCESSOR_BUFFER } from '../source/track-processor.ts';
import { isTrackReply, type TrackerReset, type TrackRequest } from '../tracker/messages.ts';
import { errorText } from '../error-text.ts';
import {
  commandSchema,
  isSingleFrame,
  type CaptureCommand,
  type WorkerReport,
} from './messages.ts';
import { FrameReader } from './reader.ts';
import { CaptureSession } from './session.ts';

type Start = Extract<CaptureCommand, { type: 'start' }>;

const report = (message: WorkerReport): void => self.postMessage(message);

async function startSession({ files, port, timings }: Start): Promise<CaptureSession<VideoFrame>> {
  const extractor = await loadExtractor(async (kind) => {
    const response = await fetch(files[kind]);
    if (!response.ok) {
      throw new Error(`The extractor could not be loaded: status ${String(response.status)}.`);
    }
    return await response.arrayBuffer();
  });
  const sendToTracker = (id: number, timeMs: number, frame: VideoFrame): void => {
    const request: TrackRequest = { id, timeMs, frame };
    port.postMessage(request, [frame]);
  };
  const resetTracker = (): void => {
    const request: TrackerReset = { type: 'reset' };
    port.postMessage(request);
  };
  const session = new CaptureSession<VideoFrame>(
    extractor,
    { sendToTracker, resetTracker, emit: report },
    timings,
  );
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTrackReply(data)) session.answer(data);
  };
  return session;
}

function readFaces(session: CaptureSession<VideoFrame>, port: MessagePort): void {
  const learned = new FaceReader((request) => port.postMessage(request, [request.picture.buffer]));
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isReadReply(data)) learned.answer(data);
  };
  session.readFacesWith(learned);
}

function readTrack(reader: FrameReader, track: unknown): void {
  const Processor = findTrackProcessor();
  if (Processor === undefined || !(track instanceof MediaStreamTrack)) {
    throw new TypeError('This worker cannot read a camera track.');
  }
  const { readable } = new Processor({ track, maxBufferSize: PROCESSOR_BUFFER });
  reader.read(readable, () => track.stop());
}

function obey(command: Exclude<CaptureCommand, Start>, reader: FrameReader): void {
  switch (command.type) {
    case 'learned':
      readFaces(reader.session, command.port);
      break;
    case 'frames':
      reader.read(command.stream);
      break;
    case 'track':
      readTrack(reader, command.track);
      break;
    case 'detach':
      reader.detach();
      break;
    case 'record':
      reader.session.record(command.plan);
      break;
    case 'record-from-start':
      void reader.recordFromStart(command.plan);
      break;
    case 'stop':
      reader.session.stop();
      break;
  }
}

let reader: FrameReader | undefined;

async function receive(data: unknown): Promise<void> {
  if (isSingleFrame(data)) {
    if (reader === undefined) data.frame.close();
    else if (data.type === 'frame') reader.push(data.frame);
    else {
      await reader.follow(data.frame);
      report({ type: 'taken' });
    }
    return;
  }
  const command = commandSchema.parse(data);
  if (command.type !== 'start') {
    if (reader !== undefined) obey(command, reader);
    return;
  }
  try {
    const session = await startSession(command);
    reader = new FrameReader(session, (event) => report(event));
    report({ type: 'ready', readsTracks: findTrackProcessor() !== undefined });
  } catch (error) {
    report({ type: 'not-ready', message: errorText(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<unknown>) => {
  receive(data).catch((error: unknown) => {
    report({ type: 'failed', code: 'WORKER_ERROR', message: errorText(error) });
  });
};
