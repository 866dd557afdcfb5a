// The layers of the product, and the contexts within each layer. The import rules, the bundles and the tests of the
// image and of the README read this file.

/**
 * Every layer, and the layers that it may import besides itself. From the layers in `types` it imports only types, and
 * their code is injected as ports.
 */
export const LAYERS = {
  domain: { values: [], why: 'Pure rules do not depend on the code that applies them.' },
  contracts: {
    values: ['domain'],
    why: 'Documents consist of terms of the domain, and every layer above may use them.',
  },
  tracing: { values: [], why: 'Tracing needs the OpenTelemetry API, and no other layer.' },
  transport: {
    values: [],
    why: 'Servers of several layers share it. It handles connections, and not the data in them.',
  },
  journal: { values: ['domain', 'contracts'], why: 'A gateway writes the journal without stores or engines.' },
  content: {
    values: ['domain', 'contracts'],
    why: 'Captured content consists of text files with size limits. It needs no stores or engines.',
  },
  store: { values: ['domain', 'contracts', 'tracing'], types: ['journal'], why: 'The store uses only Postgres.' },
  analytics: {
    values: ['domain', 'contracts', 'tracing', 'journal'],
    types: ['store'],
    why: 'Analytics queries ClickHouse with the arguments of its callers, and gets stores as ports.',
  },
  providers: {
    values: ['domain', 'contracts'],
    except: ['^providers/playback/main\\.ts$'],
    why: 'The wire formats of model providers do not depend on stores, on engines or on the payer of a call.',
  },
  activities: {
    values: ['domain', 'contracts', 'tracing'],
    types: ['store', 'analytics', 'providers'],
    why: 'Side effects get stores, readers and models as ports, so that tests can replace them.',
  },
  workflows: {
    values: ['domain'],
    types: ['activities'],
    why: 'Temporal replays workflow code, so it imports only pure rules and the types of its activities.',
  },
  runtime: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'content', 'store', 'analytics', 'workflows/public.ts'],
    why: 'Every process runs with this code, so the layer is below all processes.',
  },
  maintenance: {
    values: ['domain', 'contracts', 'tracing', 'journal', 'content', 'store', 'analytics', 'workflows', 'runtime'],
    why: 'Launcher and operator both run migrations, so the layer is below both.',
  },
  api: {
    values: ['domain', 'contracts', 'tracing', 'transport', 'workflows/public.ts'],
    types: ['journal', 'store', 'analytics'],
    except: ['^api/server\\.ts$', '^api/(composition|metrics)/'],
    why: 'Handlers get stores and readers as ports. Only the process composes them.',
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
    why: 'The worker composes the code that runs with Temporal, and imports no other process.',
  },
  proxy: {
    values: ['domain', 'contracts', 'tracing', 'transport', 'journal', 'providers'],
    types: ['store'],
    except: ['^proxy/main\\.ts$', '^proxy/composition/process/'],
    why: 'Calls query no engine. They get keys, log and prices, which only the process composes.',
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
    why: 'Commands query the stores, and never one of our processes.',
  },
  cli: {
    values: [
      'domain',
      'contracts',
      'journal',
      'providers',
      'clients/typescript/operations.ts',
      'clients/typescript/wire.ts',
      'clients/typescript/management/operations.ts',
      'clients/typescript/management/wire.ts',
      'store/tenancy/credential-token.ts',
      'content/find-captured-request.ts',
      'runtime/configuration/examine-configuration.ts',
    ],
    why: 'The command line loads fast and runs without engines. It reads logs, and asks the APIs for everything else.',
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
    why: 'The launcher starts processes by their files, and imports none of them.',
  },
};

/** The contexts of a layer, from the lowest up. A context may import contexts before it, and none after it. */
export const CONTEXTS = [
  '(kernel|wire|postgres)/',
  // The registry of a lane's problems is below the contexts that publish these problems.
  'problems/',
  'statistics/',
  'models/',
  // Statements of every context insert the notice of an event that they detect.
  'notices/',
  'outbox/',
  'tenancy/',
  'ingest/',
  'insight/',
  'traces/',
  'views/',
  'reports/',
  'schedules/',
  'gateway/',
  'guardrails/',
  'spending/',
  'comparisons/',
  'judges/',
  'quality/',
  'installation/',
  'management/',
  // The table of a lane orders the operations of every context, so it is above all contexts.
  'customer/operations\\.ts',
];
