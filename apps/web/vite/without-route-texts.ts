// SPDX-License-Identifier: Apache-2.0
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** Properties of the contract's routes that only the reference uses. */
const TEXTS: readonly (string | null)[] = ['summary', 'note'];

const nameOf = (property: ESTree.ObjectPropertyKind): string | null =>
  property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : null;

/** Removes the texts of the contract's routes that only the reference uses: the first view waits for the contract. */
export const withoutRouteTexts = (): Plugin => ({
  name: 'perfuse:without-route-texts',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/src\/[\w/-]*routes\.ts$/ },
    handler(code, id) {
      let left = code;
      const leaveOut = ({ properties }: ESTree.ObjectExpression): void => {
        if (!properties.some((property) => nameOf(property) === 'method')) return;
        for (const [index, property] of properties.entries()) {
          if (!TEXTS.includes(nameOf(property))) continue;
          const end = properties[index + 1]?.start ?? property.end;
          // Replaced by spaces to keep the source map right.
          left = left.slice(0, property.start) + ' '.repeat(end - property.start) + left.slice(end);
        }
      };
      new Visitor({ ObjectExpression: leaveOut }).visit(
        parseSync(id, code, { lang: 'js' }).program,
      );
      return { code: left, map: null };
    },
  },
});
