import { describe, expect, it } from 'vitest';
import { announcement } from '../../../launcher/announcement.ts';
import type { FirstUser } from '../../../launcher/management/ensure-first-user.ts';
import { readConfiguration } from '../../../runtime/configuration/configuration.ts';
import type { Connection } from '../../../runtime/addresses/connection.ts';
import { startEngines } from '../../../launcher/start-engines.ts';

const UI = 'http://127.0.0.1:8233/namespaces/truetally/workflows';

const CONNECTION: Connection = {
  base_url: 'http://127.0.0.1:7070/portal/api/v1/customer/v1',
  docs_url: 'http://127.0.0.1:7070/docs',
  organization_id: 'org_1',
  workspace_id: 't_1',
  application_ids: [],
  environment_ids: [],
  environments: [],
  credentials: { owner: 'ttm_1', analyst: 'ttm_2', narrow: 'ttm_3', outsider: 'ttm_4', runtime: 'ttv_5' },
  gateway_url: 'http://127.0.0.1:8787',
  gateway_key: 'ttk_6',
  database_url: 'postgres://127.0.0.1/truetally',
  clickhouse_url: 'http://reader:secret@127.0.0.1:8123/truetally',
  temporal_address: 'temporal.example:7233',
  temporal_namespace: 'truetally',
  journal_folder: '.data/journal',
  metrics_urls: [],
};

const printedOf = (connection: Connection, showsCredentials = false, firstUser?: FirstUser): string =>
  announcement({
    firstUser,
    connection,
    connectionFile: "/home/o'neill/connection.json",
    variablesFile: "/home/o'neill/env.sh",
    showsCredentials,
  });

/** The commands to paste, one per line. */
const pastedOf = (printed: string): string[] =>
  printed.slice(printed.indexOf('\n. ') + 1, printed.indexOf('\n\nMore to paste')).split('\n');

const linesAbout = (word: string, printed: string): string[] =>
  printed
    .split('\n')
    .filter((line) => line.includes(word))
    .map((line) => line.trim().replace(/ {2,}/, ': '));

/** The URLs of a system that reaches all engines by URL, so that it starts none. */
const urlsOf = (environment: Record<string, string>) =>
  startEngines(
    readConfiguration({
      TRUETALLY_DATABASE_URL: CONNECTION.database_url,
      TRUETALLY_CLICKHOUSE_URL: CONNECTION.clickhouse_url,
      TRUETALLY_TEMPORAL_ADDRESS: CONNECTION.temporal_address,
      ...environment,
    }),
    [],
    () => undefined,
  );

describe('the Temporal links of `npm start`', () => {
  it('are the list of requested and overdue runs, and a list of failures', () => {
    const printed = printedOf({ ...CONNECTION, temporal_ui_url: UI });
    expect(linesAbout('/workflows', printed)).toEqual([
      `Temporal UI: ${UI}?query=${encodeURIComponent('`WorkflowType`!="dispatchWorkspace" OR `FailureCause` IS NOT NULL')}`,
      `what failed: ${UI}?query=ExecutionStatus%3D%22Failed%22`,
    ]);
  });

  it('name no UI if none is known', () => {
    const printed = printedOf(CONNECTION);
    expect(linesAbout('emporal', printed)).toEqual(['Temporal: temporal.example:7233, namespace truetally']);
  });
});

describe('the credentials of `npm start`', () => {
  it('are named by their location', () => {
    const printed = printedOf(CONNECTION);
    expect(Object.values(CONNECTION.credentials).filter((token) => printed.includes(token))).toEqual([]);
    expect(linesAbout('credential ', printed)).toEqual(['credential: credentials.owner in that file']);
    expect(pastedOf(printed)[0]).toBe(`. '/home/o'\\''neill/env.sh'`);
  });

  it('include the owner’s on request', () => {
    const printed = printedOf(CONNECTION, true);
    expect(linesAbout('credential ', printed)).toEqual(['credential: ttm_1']);
    expect(printed.match(/ttm_/g)).toHaveLength(1);
  });
});

describe('the management plane in the output of `npm start`', () => {
  it('has the URL of its documentation, and is absent if it is off', () => {
    const management_url = 'http://127.0.0.1:7075/tt/api';
    expect(linesAbout('management', printedOf({ ...CONNECTION, management_url }))).toEqual([
      'management: http://127.0.0.1:7075/tt/api/docs',
    ]);
    expect(linesAbout('management', printedOf(CONNECTION))).toEqual([]);
  });
});

describe('the first user in the output of `npm start`', () => {
  const user = {
    name: 'admin',
    oneTimePassword: 'h7k2m-q9xvd-4tn8p-zr3ws',
    validUntil: new Date('2026-03-02T12:00:00.000Z'),
  };

  it('is shown once with the password and its end, and is absent if this start did not create it', () => {
    expect(linesAbout('first user', printedOf(CONNECTION, false, user))).toEqual([
      'first user: admin, one-time password h7k2m-q9xvd-4tn8p-zr3ws',
    ]);
    expect(linesAbout('shown once', printedOf(CONNECTION, false, user))).toEqual([
      'shown once, valid until 2026-03-02T12:00:00.000Z: docs/administer-access.md',
    ]);
    expect(printedOf(CONNECTION)).not.toContain('one-time');
  });
});

describe('the UI of a Temporal with an address', () => {
  it('is unknown', async () => {
    expect((await urlsOf({})).temporalUiUrl).toBeUndefined();
  });

  it('is the configured one', async () => {
    const { temporalUiUrl } = await urlsOf({ TRUETALLY_PUBLIC_UI_URL: 'https://temporal.example' });
    expect(temporalUiUrl).toBe('https://temporal.example');
  });
});

describe('the first call that `npm start` prints', () => {
  const commands = pastedOf(printedOf(CONNECTION));

  it('has four lines, and reads its facts at most ten times', () => {
    expect(commands).toHaveLength(4);
    expect(commands[3]).toMatch(/^for TRY in 1 2 3 4 5 6 7 8 9 10; do .*; done; printf /);
    expect(commands.join('\n')).not.toMatch(/\b(?:while|until)\b|\(\) \{/);
  });

  it('has no character that an interactive shell interprets differently from a script', () => {
    const outsideSingle = commands
      .slice(1)
      .join('\n')
      .replaceAll(/'[^']*'/g, '');
    // Bash expands its history between double quotes too; zsh does not expand patterns and comments there.
    expect(outsideSingle).not.toContain('!');
    expect(outsideSingle.replaceAll(/"[^"]*"/g, '')).not.toMatch(/[?*[\]#]/);
  });
});
