// The import rules of ARCHITECTURE.md. Types are held to them as values are: a type that points upwards ties the lower
// layer to the upper one all the same.
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
  comment: 'Contexts build on each other in one direction, the same in every layer.',
  from: { path: `^(${Object.keys(LAYERS).join('|')})/${context}` },
  to: { path: `^$1/(${CONTEXTS.slice(place + 1).join('|')})` },
}));

export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'What imports itself by way of others cannot be understood, tested or moved alone.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that names nothing fails at its first use.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'A package that package.json does not name may be gone with the next install.',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'No package and no Node built-in: workflow code replays it, and tests need nothing for it.',
      from: { path: '^domain/' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'workflows-sandbox',
      severity: 'error',
      comment: 'The sandbox of workflow code holds the domain and the workflow package alone.',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^workflows/', '^domain/', '^node_modules/@temporalio/(workflow|common)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'It is a package of its own, for browsers too, types included.',
      from: { path: '^clients/typescript/' },
      to: { pathNot: '^clients/typescript/' },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      comment: 'What ships does not hang on what measures, shows or tests it.',
      from: { pathNot: '^(test|testing|bench|examples|scripts)/|^vitest\\.' },
      to: { path: '^(test|testing|bench|examples|scripts)/' },
    },
    {
      name: 'testing-stands-alone',
      severity: 'error',
      comment: 'Tests, benches and examples use it; it knows none of them, and they do not use each other.',
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
    exclude: { path: '^(node_modules|\\.data|\\.cache|coverage|clients/typescript/dist|testing/dist|test/outside)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
