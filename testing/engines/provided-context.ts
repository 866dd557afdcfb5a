import 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a Postgres whose user may create databases; see `createTestDatabase`. */
    databaseUrl: string;
    clickhouseUrl: string;
    /** `host:port`. */
    temporalAddress: string;
    temporalNamespace: string;
    /** The path of the workflow code, bundled once for the complete run; empty if it is not bundled. */
    workflowBundlePath: string;
    /** The path of the time-skipping test server. */
    testServerPath: string;
  }
}
