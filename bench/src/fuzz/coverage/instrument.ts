// SPDX-License-Identifier: Apache-2.0
/**
 * Puts counters into a module: one for each function, branch, loop body, case and right-hand side of `&&`, `||`, `??`
 * and `?:`. Works on the text, by the places that the parser of the bundler names, so that source types need no care.
 */
import { parseAst } from 'rolldown/parseAst';
import { COUNTERS } from './names.ts';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'type') === 'string' &&
  typeof Reflect.get(value, 'start') === 'number';

const STATEMENT_PARTS: Readonly<Record<string, readonly string[]>> = {
  IfStatement: ['consequent', 'alternate'],
  ForStatement: ['body'],
  ForInStatement: ['body'],
  ForOfStatement: ['body'],
  WhileStatement: ['body'],
  DoWhileStatement: ['body'],
  CatchClause: ['body'],
  FunctionDeclaration: ['body'],
  FunctionExpression: ['body'],
  ArrowFunctionExpression: ['body'],
};
const EXPRESSION_PARTS: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['right'],
};

export interface Instrumented {
  readonly code: string;
  /** Counters used. */
  readonly count: number;
  /** Texts in the code that an input may have to hold. */
  readonly words: readonly string[];
}

const WORD = /^[\w.:/=+@-]{2,32}$/;

/** @param first number of the first counter. */
export function instrument(code: string, file: string, first: number): Instrumented {
  const lang = file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js';
  const edits: { readonly at: number; readonly text: string; readonly rank: number }[] = [];
  const words = new Set<string>();
  let count = 0;
  const counter = (): string => {
    count += 1;
    return `${COUNTERS}[${String(first + count - 1)}]++`;
  };
  const put = (at: number, text: string, rank: number): void => void edits.push({ at, text, rank });

  const wrap = (node: Node, isExpression: boolean): void => {
    if (node.type === 'BlockStatement' || node.type === 'FunctionBody') {
      put(node.start + 1, `${counter()};`, 0);
    } else if (isExpression) {
      // What begins later at a place lies further in; so its bracket comes later, and ends earlier.
      put(node.start, `(${counter()},`, node.end);
      put(node.end, ')', -node.start);
    } else {
      put(node.start, `{${counter()};`, node.end);
      put(node.end, '}', -node.start);
    }
  };

  const look = (node: Node): void => {
    for (const name of STATEMENT_PARTS[node.type] ?? []) {
      const part: unknown = Reflect.get(node, name);
      if (isNode(part)) wrap(part, node.type === 'ArrowFunctionExpression');
    }
    for (const name of EXPRESSION_PARTS[node.type] ?? []) {
      const part: unknown = Reflect.get(node, name);
      if (isNode(part)) wrap(part, true);
    }
    if (node.type === 'SwitchCase') {
      const consequent: unknown = Reflect.get(node, 'consequent');
      const head: unknown = Array.isArray(consequent) ? consequent[0] : undefined;
      if (isNode(head)) put(head.start, `${counter()};`, code.length + 1);
    }
    const value: unknown = node.type === 'Literal' ? Reflect.get(node, 'value') : undefined;
    if (typeof value === 'string' && WORD.test(value)) words.add(value);
    for (const child of Object.values(node)) {
      if (isNode(child)) look(child);
      else if (Array.isArray(child)) for (const one of child) if (isNode(one)) look(one);
    }
  };
  look(parseAst(code, { lang }, file));

  // At one place: what closes goes before what opens, the inner closes first, the outer opens first.
  const isClosing = ({ text }: { text: string }): boolean => text === ')' || text === '}';
  edits.sort(
    (a, b) => a.at - b.at || Number(isClosing(b)) - Number(isClosing(a)) || b.rank - a.rank,
  );
  let out = '';
  let at = 0;
  for (const edit of edits) {
    out += code.slice(at, edit.at) + edit.text;
    at = edit.at;
  }
  return { code: out + code.slice(at), count, words: [...words] };
}
