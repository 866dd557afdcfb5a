// The import rules of ARCHITECTURE.md: values may flow only along these lines, types may be imported from anywhere.
const folders = [
  'domain',
  'contracts',
  'workflows',
  'activities',
  'analytics',
  'store',
  'api',
  'worker',
  'platform',
  'client',
];

/** `folder` may import values from itself and from `allowed`, and from no other folder of ours. */
const onlyFrom = (folder, allowed, except = []) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import values only from: ${[folder, ...allowed].join(', ')}.`,
  from: { path: `^${folder}/`, pathNot: except },
  to: {
    path: `^(${[...folders, 'test', 'bench', 'examples', 'scripts'].filter((name) => name !== folder && !allowed.includes(name)).join('|')})/`,
    pathNot: folder === 'api' ? ['^workflows/public\\.ts$'] : [],
    dependencyTypesNot: ['type-only'],
  },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      comment: 'domain/ imports nothing but domain/: no package, no Node built-in.',
      from: { path: '^domain/' },
      to: { pathNot: '^domain/' },
    },
    {
      name: 'workflows-sandbox',
      severity: 'error',
      comment: 'Workflow code sees domain/ and the workflow package alone.',
      from: { path: '^workflows/' },
      to: {
        pathNot: ['^workflows/', '^domain/', '^node_modules/@temporalio/(workflow|common)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    onlyFrom('contracts', ['domain']),
    onlyFrom('activities', ['domain', 'contracts']),
    onlyFrom('analytics', ['domain', 'contracts']),
    onlyFrom('store', ['domain', 'contracts']),
    onlyFrom('api', ['domain', 'contracts'], ['^api/server\\.ts$']),
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'client/ is a package of its own, for browsers too: it imports nothing but itself, types included.',
      from: { path: '^client/' },
      to: { pathNot: '^client/' },
    },
    {
      name: 'nobody-imports-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|examples|scripts)/' },
      to: { path: '^(test|bench|examples|scripts)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|\\.data|\\.cache|coverage|client/dist|test/outside)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
