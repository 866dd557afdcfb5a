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
const isBeside = (source) => source.startsWith('./');

export default {
  meta: { name: 'house' },
  rules: {
    'packages-first': orderImports(
      'Packages are imported before files of ours.',
      (source, before) => !isOurs(source) && before.some(isOurs),
    ),
    'files-beside-last': orderImports(
      'Files beside this one are imported last.',
      (source, before) => isOurs(source) && !isBeside(source) && before.some(isBeside),
    ),
    'whole-pg': forbid(
      'ImportDeclaration',
      'Import pg, and say pg.Pool.',
      ({ source, specifiers }) => source.value === 'pg' && specifiers.some(({ type }) => type === 'ImportSpecifier'),
    ),
    'checked-rows': forbid(
      'VariableDeclarator',
      'A row that may be missing is rows[0], and one that always comes requireRow(rows).',
      ({ id, init }) => id.type === 'ArrayPattern' && init?.type === 'Identifier' && init.name === 'rows',
    ),
    'given-now': forbid(
      'NewExpression',
      'Take `now` as an argument.',
      ({ callee, arguments: given }) => callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0,
    ),
  },
};
