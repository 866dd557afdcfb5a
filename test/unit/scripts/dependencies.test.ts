import { describe, expect, it } from 'vitest';
import { lockfileFaults, withoutDigest } from '../../../scripts/dependencies/lockfile-rules.ts';
import { isAllowedLicence, licenceFaults } from '../../../scripts/dependencies/licence-rules.ts';
import { readAdvisories } from '../../../scripts/dependencies/read-advisories.ts';

describe('the advisories of npm', () => {
  const report = (vulnerabilities: Record<string, unknown>): string =>
    JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 304 } } });

  it('are a finding from high on', () => {
    const found = { severity: 'high', range: '<4.17.21' };
    const slight = { severity: 'moderate', range: '*' };
    expect(readAdvisories(report({ lodash: found, tough: { ...found, severity: 'critical' }, ms: slight }))).toEqual({
      kind: 'read',
      packages: 304,
      findings: ['lodash <4.17.21 (high)', 'tough <4.17.21 (critical)'],
    });
    expect(readAdvisories(report({}))).toEqual({ kind: 'read', packages: 304, findings: [] });
  });

  it.each([
    ['{"message":"405 Method Not Allowed","statusCode":405}', '405 Method Not Allowed'],
    ['{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'request failed'],
    ['npm error network\nnpm error more', 'npm error network'],
    ['', 'npm said nothing'],
  ])('are neither a finding nor an all-clear without an answer: %j', (output, reason) => {
    expect(readAdvisories(output)).toEqual({ kind: 'unread', reason });
  });
});

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['Apache-2.0 AND MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['MIT AND GPL-3.0-only', false],
    ['none', false],
    ['SEE LICENSE IN LICENSE', false],
  ])('%s is allowed: %s', (licence, expected) => {
    expect(isAllowedLicence(licence)).toBe(expected);
  });

  it('that is not permitted is a fault with the name of its package', () => {
    expect(
      licenceFaults(
        new Map([
          ['node_modules/a', 'MIT'],
          ['node_modules/b', undefined],
          ['node_modules/c', 'AGPL-3.0-only'],
        ]),
      ),
    ).toEqual(['node_modules/c has the licence AGPL-3.0-only, which is not allowed.']);
  });
});

describe('the lock file', () => {
  const digest = `sha512-${'A'.repeat(86)}==`;
  const mac = { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] };
  const here = { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] };

  it('gives the digest of the installed packages, from the registry of npm', () => {
    const packages = {
      '': {},
      'node_modules/whole': { version: '1.0.0', integrity: digest },
      'node_modules/named': {
        version: '1.0.0',
        integrity: digest,
        resolved: 'https://registry.npmjs.org/named/-/named-1.0.0.tgz',
      },
      'node_modules/linked': { link: true, resolved: 'packages/linked' },
      'packages/linked': { version: '1.0.0' },
      'node_modules/of-a-mac': mac,
    };
    expect(lockfileFaults(packages)).toEqual([]);
    expect(withoutDigest(packages)).toEqual(['node_modules/of-a-mac']);
  });

  it.each([
    [{ version: '1.0.0' }, 'node_modules/one has no digest.'],
    [here, 'node_modules/one has no digest.'],
    [{ ...mac, optional: false }, 'node_modules/one has no digest.'],
    [{ version: '1.0.0', integrity: 'sha1-x=' }, 'node_modules/one has a digest that is no SHA-512: sha1-x=.'],
    [
      { version: '1.0.0', integrity: digest, resolved: 'https://npm.example/one.tgz' },
      'node_modules/one is fetched from https://npm.example/one.tgz.',
    ],
  ])('is refused with %j', (locked, fault) => {
    expect(lockfileFaults({ 'node_modules/one': locked })).toEqual([fault]);
  });
});
