// SPDX-License-Identifier: Apache-2.0
/**
 * Protobuf messages from a tree that JSON can express: a list of `[field, wire type, value]`. Types 0 (varint), 1 (64
 * bits), 2 (a text, or a nested message), 3 and 4 (groups) and 5 (a float); errors in a tree are encoded as they are.
 */
const MAX_DEPTH = 40;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function varint(value: unknown): Buffer {
  const number = typeof value === 'number' && Number.isFinite(value) ? Math.trunc(value) : 0;
  let left = BigInt.asUintN(64, BigInt(number));
  const bytes: number[] = [];
  while (left >= 0x80n) {
    bytes.push(Number(left & 0x7fn) | 0x80);
    left >>= 7n;
  }
  return Buffer.from([...bytes, Number(left)]);
}

function valueOf(type: number, value: unknown, depth: number): Buffer {
  if (type === 0) return varint(value);
  const bytes = Buffer.alloc(type === 1 ? 8 : 4);
  if (type === 1) bytes.writeDoubleLE(typeof value === 'number' ? value : 0);
  if (type === 5) bytes.writeFloatLE(typeof value === 'number' ? value : 0);
  if (type === 1 || type === 5) return bytes;
  if (type !== 2) return Buffer.alloc(0);
  const text = typeof value === 'string' ? value : '';
  // A payload is base64, as in the JSON form.
  const isBase64 = text.startsWith('base64:');
  const content = Array.isArray(value)
    ? writeTree(value, depth + 1)
    : Buffer.from(isBase64 ? text.slice(7) : text, isBase64 ? 'base64' : 'utf8');
  return Buffer.concat([varint(content.length), content]);
}

export function writeTree(tree: unknown, depth = 0): Buffer {
  if (!isList(tree) || depth > MAX_DEPTH) return Buffer.alloc(0);
  const parts = tree.flatMap((field) => {
    if (!isList(field)) return [];
    const [number, type, value] = field;
    const kind = typeof type === 'number' ? type & 7 : 2;
    const tag = (typeof number === 'number' ? number : 1) * 8 + kind;
    return [varint(tag), valueOf(kind, value, depth)];
  });
  return Buffer.concat(parts);
}
