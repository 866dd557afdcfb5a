import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateConfiguration } from '../../../../cli/groups/policy/migrate-configuration.ts';
import { unifiedDiff } from '../../../../cli/groups/policy/unified-diff.ts';
import { runTt } from '../../../../testing/cli/run-tt.ts';
import { openTestFolder } from './gateway-log.ts';

const folder = openTestFolder();
afterAll(folder.remove);
const DOCS = join(import.meta.dirname, '../../../../docs/cli');
const FORMER = join(DOCS, 'examples/former-policy.yaml');

describe('tt policy migrate', () => {
  it('prints the documented example in the current form, as the page shows it', async () => {
    const { code, stdout } = await runTt(['policy', 'migrate', '-c', FORMER]);
    const [, shown] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(join(DOCS, 'policy-migrate.md'), 'utf8')) ?? [];
    expect([code, stdout]).toEqual([0, shown]);
  });

  it('shows a unified diff on a terminal', async () => {
    const { stdout } = await runTt(['policy', 'migrate', '-c', FORMER, '--color', 'never'], {
      env: { TT_FORCE_TTY: '80' },
    });
    expect(stdout.split('\n').slice(0, 8)).toEqual([
      `--- ${FORMER}`,
      `+++ ${FORMER} (migrated)`,
      '@@ -1,20 +1,35 @@',
      '-version: 1',
      ' # The providers, by their names.',
      '-upstreams:',
      '-  anthropic:',
      '+providers:',
    ]);
  });

  it('writes a file that it reads again without a change', async () => {
    const target = join(folder.path, 'tokentriage.yaml');
    expect((await runTt(['policy', 'migrate', '-c', FORMER, '-o', target])).code).toBe(0);
    const again = await runTt(['policy', 'migrate', '-c', target]);
    expect([again.code, again.stderr, again.stdout]).toEqual([
      0,
      `${target} already has the current form.\n`,
      readFileSync(target, 'utf8'),
    ]);
  });

  it('names each member and its successor', async () => {
    const { stdout } = await runTt(['policy', 'migrate', '-c', FORMER, '--jq', '.changes[] | "\\(.from) \\(.to)"']);
    expect(stdout.split('\n')).toEqual([
      'upstreams.anthropic providers[0]',
      'policy.mode mode',
      'policy.simple routing.tiers[0]',
      'policy.complex routing.tiers[1]',
      'policy.simple_max_input_tokens routing.rules[0]',
      'policy.simple_step_classes routing.rules[1]',
      'policy.default routing.default_tier',
      'policy.tier_header routing.overrides.tier_header',
      'policy.affinity_ttl routing.affinity.ttl',
      'version nothing: the current form has no version',
      '',
    ]);
  });

  it('refuses a file whose copied parts have faults', async () => {
    const file = folder.write(
      'faulty.yaml',
      'upstreams: { a: { wire: smoke } }\npolicy: { simple: a/b, complex: a/c }\n',
    );
    const { code, stdout, stderr } = await runTt(['policy', 'migrate', '-c', file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('would have faults after its migration');
    expect(stderr).toContain('providers[0].wire must be');
  });
});

describe('migrateConfiguration', () => {
  it('keeps comments, and adds the models of the policy', () => {
    const former = [
      'upstreams:',
      '  # the usual one',
      '  a: # inline',
      '    wire: openai',
      'policy: { simple: a/x, complex: a/x, mode: ledger }',
      'cache: { enabled: true } # stays',
      '',
    ].join('\n');
    const migration = migrateConfiguration(former);
    expect('content' in migration && migration.content.split('\n')).toEqual([
      'providers:',
      '  # the usual one',
      '  # inline',
      '  - name: a',
      '    wire: openai',
      '    models:',
      '      - x',
      'mode: ledger',
      'routing:',
      '  tiers:',
      '    - name: simple',
      '      model: x',
      '      provider: a',
      '    - name: complex',
      '      model: x',
      '      provider: a',
      '  default_tier: complex',
      'cache: { enabled: true } # stays',
      '',
    ]);
  });

  it('names every fault of a former file', () => {
    expect(migrateConfiguration('version: 2\nproviders: []\npolicy: { simple: a, complexx: a/b }\n')).toEqual({
      faults: [
        'providers belongs to the current form, and upstreams and policy to the former one',
        'version must be 1',
        'upstreams is required',
        'policy.complexx is not a setting (did you mean `complex`?)',
        'policy.complex is required',
        'policy.simple must be `<upstream>/<model>`',
      ],
    });
    expect(
      migrateConfiguration('x: &x { wire: openai }\nupstreams: { a: *x }\npolicy: { simple: a/b, complex: a/c }\n'),
    ).toEqual({
      faults: ['upstreams.a is an alias: write its members'],
    });
    expect(migrateConfiguration('a: [')).toMatchObject({
      faults: [expect.stringContaining('the file is not valid YAML')],
    });
  });
});

it('a unified diff has three lines of context, and a hunk for each change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
  const changed = lines.with(1, 'second').toSpliced(18, 1);
  const text = (all: readonly string[]): string => `${all.join('\n')}\n`;
  expect(unifiedDiff(text(lines), text(changed), ['a', 'b'])).toEqual([
    ...['--- a', '+++ b', '@@ -1,5 +1,5 @@', ' line 1', '-line 2', '+second', ' line 3', ' line 4', ' line 5'],
    ...['@@ -16,5 +16,4 @@', ' line 16', ' line 17', ' line 18', '-line 19', ' line 20'],
  ]);
  expect(unifiedDiff('same\n', 'same\n', ['a', 'b'])).toEqual([]);
});
