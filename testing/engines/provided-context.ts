import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres whose user may create databases: see `createTestDatabase`. */
    databaseUrl: string;
    clickhouseUrl: string;
    /** `host:port`. */
    temporalAddress: string;
    temporalNamespace: string;
    /** The workflow code, bundled once for the whole run; empty while there is none. */
    workflowBundlePath: string;
    /** The time-skipping test server. */
    testServerPath: string;
  }
}
