// The import rules of ARCHITECTURE.md. They apply to types and to values, because the import of a type also makes a
// lower layer depend on an upper one.
import { CONTEXTS, LAYERS } from './layers.mjs';

const OTHERS = ['clients', 'test', 'testing', 'bench', 'examples', 'scripts'];

const layerRules = Object.entries(LAYERS).flatMap(([layer, { values, types = [], except = [], why }]) => {
  const forbidden = (allowed) => {
    const folders = [...Object.keys(LAYERS), ...OTHERS].filter((name) => name !== layer && !allowed.includes(name));
    return { path: `^(${folders.join('|')})/`, pathNot: allowed.filter((name) => name.endsWith('.ts')) };
  };
  const from = { path: `^${layer}/`, pathNot: except };
  const rules = [
    { name: `${layer}-imports`, severity: 'error', comment: why, from, to: forbidden([...values, ...types]) },
  ];
  if (types.length > 0) {
    const to = { path: `^(${types.join('|')})/`, dependencyTypesNot: ['type-only'] };
    rules.push({ name: `${layer}-takes-ports`, severity: 'error', comment: why, from, to });
  }
  return rules;
});

const contextRules = CONTEXTS.slice(0, -1).map((context, place) => ({
  name: `${context.replace(/\W+/g, ' ').trim().replaceAll(' ', '-')}-imports`,
  severity: 'error',
  comment: 'Contexts import each other in one direction, which is the same in every layer.',
  from: { path: `^(${Object.keys(LAYERS).join('|')})/${context}` },
  to: { path: `^$1/(${CONTEXTS.slice(place + 1).join('|')})` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Files that import each other in a circle cannot be understood, tested or moved separately.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import of a missing file or package fails at its first use.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'The next installation may remove a package that package.json does not name.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment:
        'The domain imports no package and no Node built-in, so that workflow code can replay it. Statistics imports ' +
        'pure functions of distributions and a seeded generator.',
      from: { path: '^domain/', pathNot: '^domain/statistics/' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'statistics-is-pure',
      severity: 'error',
      comment: 'Statistics imports only packages without effects, with which each machine computes the same result.',
      from: { path: '^domain/statistics/' },
      to: { pathNot: ['^domain/', '^node_modules/@stdlib/', '^node_modules/pure-rand/'] },
    },
    {
      name: 'workflows-sandbox',
      severity: 'error',
      comment: 'The sandbox of workflow code contains only the domain and the workflow package.',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^workflows/', '^domain/', '^node_modules/@temporalio/(workflow|common)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'The client is a separate package, also for browsers. The rule includes its types.',
      from: { path: '^clients/typescript/' },
      to: { pathNot: '^clients/typescript/' },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      comment: 'The product does not depend on the code that measures, demonstrates or tests it.',
      from: { pathNot: '^(test|testing|bench|examples|scripts)/|^vitest\\.' },
      to: { path: '^(test|testing|bench|examples|scripts)/' },
    },
    {
      name: 'testing-stands-alone',
      severity: 'error',
      comment: 'Testing imports no test, bench or example. Benches and examples import neither tests nor each other.',
      from: { path: '^(testing|bench|examples)/' },
      to: { path: '^(test|bench|examples)/', pathNot: '^$1/' },
    },
    ...layerRules,
    ...contextRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(node_modules|\\.data|\\.cache|coverage|clients/typescript/dist|cli/dist[^/]*|testing/dist|test/outside)/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
