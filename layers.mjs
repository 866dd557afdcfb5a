// The layers of the product, and the contexts within each. Boundaries, bundles and tests of image and README read them
// here.

/**
 * Every layer, and what it may import besides itself. What stands in `types` it takes as injected ports: types alone.
 */
export const LAYERS = {
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
  content: {
    values: ['domain', 'contracts'],
    why: 'Captured content is a home of its own: files of text and their bounds, without stores or engines.',
  },
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
    values: ['domain', 'contracts', 'tracing', 'journal', 'content', 'store', 'analytics', 'workflows/public.ts'],
    why: 'What every process is run with stands below all processes.',
  },
  maintenance: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'content', 'store', 'analytics', 'workflows', 'runtime'],
    why: 'Launcher and operator both migrate, so it stands below both.',
  },
  api: {
    values: ['domain', 'contracts', 'tracing', 'transport', 'workflows/public.ts'],
    types: ['journal', 'store', 'analytics'],
    except: ['^api/server\\.ts$', '^api/(composition|metrics)/'],
    why: 'Handlers take stores and readers as ports; only the process composes them.',
  },
  worker: {
    values: [
      'domain',
      'contracts',
      'tracing',
      'journal',
      'content',
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
    except: ['^proxy/main\\.ts$', '^proxy/composition/process/'],
    why: 'The way of a call asks no engine: it is given keys, log and prices, and only the process composes them.',
  },
  operator: {
    values: [
      'domain',
      'contracts',
      'tracing',
      'journal',
      'content',
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
    values: [
      'domain',
      'contracts',
      'tracing',
      'journal',
      'content',
      'store',
      'analytics',
      'workflows',
      'runtime',
      'maintenance',
    ],
    why: 'It starts processes by their files, and is part of none.',
  },
};

/** From the foot up: within a layer, a context imports from those before it, and none from one after it. */
export const CONTEXTS = [
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
