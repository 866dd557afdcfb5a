// The import rules of ARCHITECTURE.md. Types are held to them as values are: a type that points upwards ties the lower
// layer to the upper one all the same.

/** Every layer, and what it may import beside itself. What stands in `types` it takes as injected ports: types alone. */
const layers = {
  domain: { values: [], why: 'Pure rules know nothing of who applies them.' },
  contracts: {
    values: ['domain'],
    why: 'Documents are made of the terms of the domain, and known to every layer above.',
  },
  tracing: { values: [], why: 'Whoever is traced needs the OpenTelemetry API and nothing of ours.' },
  transport: {
    values: [],
    why: 'Servers of several layers share it: it knows connections, and nothing of what they carry.',
  },
  journal: { values: ['domain', 'contracts'], why: 'A gateway writes it without stores or engines.' },
  store: { values: ['domain', 'contracts', 'tracing'], types: ['journal'], why: 'Postgres knows no other engine.' },
  analytics: {
    values: ['domain', 'contracts', 'tracing', 'journal'],
    types: ['store'],
    why: 'ClickHouse is asked with what it is given; it takes stores as ports.',
  },
  providers: {
    values: ['domain', 'contracts'],
    except: ['^providers/playback/main\\.ts$'],
    why: 'The wires of model providers are known without stores, engines or who pays for a call.',
  },
  activities: {
    values: ['domain', 'contracts', 'tracing'],
    types: ['store', 'analytics', 'providers'],
    why: 'Side effects take stores, readers and models as ports, so that tests give them others.',
  },
  workflows: {
    values: ['domain'],
    types: ['activities'],
    why: 'Workflow code is replayed: it sees pure rules and the names of its activities.',
  },
  runtime: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'store', 'analytics', 'workflows/public.ts'],
    why: 'What every process is run with stands below all processes.',
  },
  maintenance: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'store', 'analytics', 'workflows', 'runtime'],
    why: 'Launcher and operator both migrate, so it stands below both.',
  },
  api: {
    values: ['domain', 'contracts', 'tracing', 'transport', 'workflows/public.ts'],
    types: ['journal', 'store', 'analytics'],
    except: ['^api/(server|composition/read-in-thread)\\.ts$', '^api/metrics/'],
    why: 'Handlers take stores and readers as ports; only the process composes them.',
  },
  worker: {
    values: [
      'domain',
      'contracts',
      'tracing',
      'journal',
      'store',
      'analytics',
      'providers',
      'activities',
      'workflows',
      'runtime',
    ],
    why: 'It composes what runs beside Temporal, and no other process.',
  },
  proxy: {
    values: ['domain', 'contracts', 'tracing', 'transport', 'journal', 'providers'],
    types: ['store'],
    except: ['^proxy/(main|composition/proxy-process-metrics)\\.ts$'],
    why: 'The way of a call asks no engine: it is given keys, log and prices, and only the process composes them.',
  },
  operator: {
    values: [
      'domain',
      'contracts',
      'tracing',
      'journal',
      'store',
      'analytics',
      'providers',
      'workflows',
      'runtime',
      'maintenance',
    ],
    why: 'Commands ask the stores, never a process of ours.',
  },
  launcher: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'store', 'analytics', 'workflows', 'runtime', 'maintenance'],
    why: 'It starts processes by their files, and is part of none.',
  },
};

/** From the foot up: within a layer, a context imports from those before it, and none from one after it. */
const contexts = [
  '(kernel|wire|postgres)/',
  // The closed registry of a lane stands below the contexts that publish it, as the catalogue of insight does.
  'problems/',
  'statistics/',
  'models/',
  'outbox/',
  'tenancy/',
  'ingest/',
  'insight/',
  'views/',
  'reports/',
  'schedules/',
  'gateway/',
  'spending/',
  'comparisons/',
  'judges/',
  'installation/',
  'management/',
  // The table of a lane puts the operations of every context in order, so it stands above all of them.
  'customer/operations\\.ts',
];

const OTHERS = ['clients', 'test', 'bench', 'examples', 'scripts'];

const layerRules = Object.entries(layers).flatMap(([layer, { values, types = [], except = [], why }]) => {
  const forbidden = (allowed) => {
    const folders = [...Object.keys(layers), ...OTHERS].filter((name) => name !== layer && !allowed.includes(name));
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

const contextRules = contexts.slice(0, -1).map((context, place) => ({
  name: `${context.replace(/\W+/g, ' ').trim().replaceAll(' ', '-')}-imports`,
  severity: 'error',
  comment: 'Contexts build on each other in one direction, the same in every layer.',
  from: { path: `^(${Object.keys(layers).join('|')})/${context}` },
  to: { path: `^$1/(${contexts.slice(place + 1).join('|')})` },
}));

module.exports = {
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
      from: { pathNot: '^(test|bench|examples|scripts)/|^vitest\\.' },
      to: { path: '^(test|bench|examples|scripts)/' },
    },
    ...layerRules,
    ...contextRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|\\.data|\\.cache|coverage|clients/typescript/dist|test/outside)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
