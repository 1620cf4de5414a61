// SPDX-License-Identifier: Apache-2.0
/** Draws a state machine from its definition, so that the drawing always matches the code. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

type Transition = AnyStateNode['always'] extends readonly (infer T)[] | undefined ? T : never;

const FOLD = /(?:machine|\(machine\))\./;

/** `measurement.running.measuring` as a Mermaid id. */
const idOf = (node: AnyStateNode): string => node.path.join('_');
const nameOf = (node: AnyStateNode): string => node.path.join('.');

/** The cause of a transition, in plain words. */
function causeOf(machine: AnyStateMachine, node: AnyStateNode, eventType: string): string {
  if (eventType === '') return '';
  const [, kind, detail] = /^xstate\.(after|done|error)\.(.*)$/.exec(eventType) ?? [];
  if (kind === 'after') {
    const name = (detail ?? '').replace(FOLD, '').split('.')[0] ?? '';
    const delay: unknown = machine.implementations.delays[name];
    return typeof delay === 'number' ? `after ${String(delay / 1000)} s` : `after ${name}`;
  }
  if (kind === undefined) return eventType;
  const source = node.invoke.find(({ id }) => eventType.endsWith(id))?.src;
  const actor = typeof source === 'string' ? source : 'actor';
  return `${actor} ${kind === 'done' ? 'done' : 'failed'}`;
}

function guardOf({ guard }: Transition): string {
  if (guard === undefined) return '';
  if (typeof guard === 'string') return guard;
  return 'type' in guard && typeof guard.type === 'string' ? guard.type : '';
}

function* transitionsOf(node: AnyStateNode): Iterable<Transition> {
  yield* node.always ?? [];
  for (const transitions of node.transitions.values()) yield* transitions;
}

interface Row {
  readonly from: string;
  readonly fromId: string;
  readonly cause: string;
  readonly guard: string;
  readonly to: AnyStateNode | null;
  readonly does: string;
}

function actionsOf({ actions }: Transition): string {
  const names = actions.flatMap((action) => {
    if (typeof action === 'string') return [action];
    if (typeof action !== 'object' || !('type' in action)) return [];
    const params: unknown = action.params;
    const code =
      typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined;
    return [typeof code === 'string' ? `${action.type} ${code}` : action.type];
  });
  // Actions without a name only assign to the context.
  return names.filter((name) => !name.startsWith('xstate.')).join(', ');
}

function rowsOf(machine: AnyStateMachine, node: AnyStateNode): Row[] {
  const rows = Array.from(transitionsOf(node), (transition): Row => ({
    from: node === machine.root ? 'any state' : nameOf(node),
    fromId: idOf(node),
    cause: causeOf(machine, node, String(transition.eventType)),
    guard: guardOf(transition),
    to: transition.target?.[0] ?? null,
    does: actionsOf(transition),
  }));
  return [...rows, ...Object.values(node.states).flatMap((child) => rowsOf(machine, child))];
}

const labelOf = ({ cause, guard }: Row): string =>
  [cause, guard === '' ? '' : `[${guard}]`].filter((part) => part !== '').join(' ');

function* drawStates(node: AnyStateNode, indent: string): Iterable<string> {
  const children = Object.values(node.states);
  if (node.type === 'compound') {
    for (const target of node.initial.target) yield `${indent}[*] --> ${idOf(target)}`;
  }
  for (const [place, child] of children.entries()) {
    if (node.type === 'parallel' && place > 0) yield `${indent}--`;
    if (Object.keys(child.states).length === 0) {
      yield `${indent}state "${child.key}" as ${idOf(child)}`;
    } else {
      yield `${indent}state "${child.key}" as ${idOf(child)} {`;
      yield* drawStates(child, `${indent}  `);
      yield `${indent}}`;
    }
  }
}

/** A Mermaid state diagram. Transitions that hold in every state are listed only in the table. */
export function drawing(machine: AnyStateMachine): string {
  const rows = rowsOf(machine, machine.root).filter(({ fromId, to }) => fromId !== '' && to);
  const arrows = rows.map((row) => {
    const label = labelOf(row);
    const to = row.to === null ? '' : idOf(row.to);
    return `  ${row.fromId} --> ${to}${label === '' ? '' : ` : ${label}`}`;
  });
  return ['stateDiagram-v2', ...drawStates(machine.root, '  '), ...arrows].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => (text === '' ? '' : `\`${cell(text)}\``);

/** Every transition, including those that stay in their state. */
export function transitionTable(machine: AnyStateMachine): string {
  const rows = rowsOf(machine, machine.root).map(
    ({ from, cause, guard, to, does }) =>
      `| ${cell(from)} | ${cell(cause === '' ? 'immediately' : cause)} | ${code(guard)} | ${to === null ? '' : cell(nameOf(to))} | ${cell(does)} |`,
  );
  return [
    '| state | event | condition | next state | actions |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
