// SPDX-License-Identifier: Apache-2.0
/** Writes small ONNX networks (onnx.proto, IR version 8, opset 13) byte by byte, so that tests need no model file. */

type Bytes = readonly number[];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

const number = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)];
const block = (field: number, content: Bytes): Bytes => [
  ...varint(field * 8 + 2),
  ...varint(content.length),
  ...content,
];
const text = (field: number, value: string): Bytes =>
  block(
    field,
    Array.from(value, (letter) => letter.charCodeAt(0)),
  );

const FLOAT = 1;

export interface TinyNode {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface TinyTensor {
  readonly name: string;
  readonly shape: readonly number[];
}

export interface TinyNetwork {
  readonly nodes: readonly TinyNode[];
  readonly constants: readonly (TinyTensor & { readonly values: readonly number[] })[];
  readonly inputs: readonly TinyTensor[];
  readonly outputs: readonly TinyTensor[];
}

function valueInfo(field: number, { name, shape }: TinyTensor): Bytes {
  const dims = shape.flatMap((size) => block(1, number(1, size)));
  const tensor = [...number(1, FLOAT), ...block(2, dims)];
  return block(field, [...text(1, name), ...block(2, block(1, tensor))]);
}

/** The network as the bytes of an .onnx file. */
export function tinyOnnx({ nodes, constants, inputs, outputs }: TinyNetwork): Uint8Array {
  const graph = [
    ...nodes.flatMap((node) =>
      block(1, [
        ...node.inputs.flatMap((name) => text(1, name)),
        ...node.outputs.flatMap((name) => text(2, name)),
        ...text(4, node.operator),
      ]),
    ),
    ...text(2, 'tiny'),
    ...constants.flatMap(({ name, shape, values }) =>
      block(5, [
        ...shape.flatMap((size) => number(1, size)),
        ...number(2, FLOAT),
        ...text(8, name),
        ...block(9, [...new Uint8Array(Float32Array.from(values).buffer)]),
      ]),
    ),
    ...inputs.flatMap((tensor) => valueInfo(11, tensor)),
    ...outputs.flatMap((tensor) => valueInfo(12, tensor)),
  ];
  return Uint8Array.from([
    ...number(1, 8),
    ...block(7, graph),
    ...block(8, [...text(1, ''), ...number(2, 13)]),
  ]);
}
