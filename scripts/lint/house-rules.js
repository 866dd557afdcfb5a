// Small lint rules of this project that oxlint does not have. oxlint runs them as a plugin.

/** A rule that reports every node of `type` that `breaks` it. */
function forbid(type, message, breaks) {
  return {
    create: (context) => ({
      [type](node) {
        if (breaks(node)) context.report({ node, message });
      },
    }),
  };
}

/**
 * A rule about the order of a file's imports. It reports each import that `breaks` the rule after the previous ones.
 */
function orderImports(message, breaks) {
  return {
    create: (context) => ({
      Program({ body }) {
        const sources = [];
        for (const node of body) {
          if (node.type !== 'ImportDeclaration') continue;
          if (breaks(node.source.value, sources)) context.report({ node, message });
          sources.push(node.source.value);
        }
      },
    }),
  };
}

const isOurs = (source) => source.startsWith('.');
const isSibling = (source) => source.startsWith('./');

export default {
  meta: { name: 'house' },
  rules: {
    'packages-first': orderImports(
      'Import packages before our own files.',
      (source, before) => !isOurs(source) && before.some(isOurs),
    ),
    'siblings-last': orderImports(
      'Import files of the same folder last.',
      (source, before) => isOurs(source) && !isSibling(source) && before.some(isSibling),
    ),
    'default-pg-import': forbid(
      'ImportDeclaration',
      'Import pg as a default import, and write pg.Pool.',
      ({ source, specifiers }) => source.value === 'pg' && specifiers.some(({ type }) => type === 'ImportSpecifier'),
    ),
    'checked-rows': forbid(
      'VariableDeclarator',
      'Use rows[0] for a row that may be missing, and requireRow(rows) for a row that always exists.',
      ({ id, init }) => id.type === 'ArrayPattern' && init?.type === 'Identifier' && init.name === 'rows',
    ),
    'injected-clock': forbid(
      'NewExpression',
      'Take `now` as an argument instead of reading the clock.',
      ({ callee, arguments: given }) => callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0,
    ),
  },
};
