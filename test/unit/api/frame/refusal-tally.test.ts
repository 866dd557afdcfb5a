import { describe, expect, it } from 'vitest';
import { createRefusalTally } from '../../../../api/frame/problems/refusal-tally.ts';
import type { AuditEnd } from '../../../../domain/installation/audit.ts';
import { FakeAudit } from '../../../../testing/fakes/audit.ts';

const REFUSED: AuditEnd = { outcome: 'refused', status: 401, code: 'unauthorized' };

function tallied() {
  const audit = new FakeAudit();
  const logged: unknown[] = [];
  let now = new Date('2026-03-01T12:00:30.000Z');
  let made = 0;
  const tally = createRefusalTally(
    audit.port,
    { now: () => now },
    { error: (members: unknown) => logged.push(members) },
  );
  return {
    ...{ audit, logged, tally },
    at: (instant: string) => (now = new Date(instant)),
    count: (address: string, credential: { credentialId?: string } = {}) =>
      tally.count({ auditId: `aud_${(made += 1)}`, operation: 'write', targets: [], address, ...credential }, REFUSED),
    rows: () => audit.rows.map(({ address, requests }) => [address, requests]),
  };
}

describe('a tally of refusals', () => {
  it('writes the first of a minute immediately, and the count of the others at its flush', async () => {
    const { at, count, rows, tally } = tallied();
    for (const address of ['a', 'a', 'b', 'a']) await count(address);
    expect(rows()).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    await tally.flush();
    await count('a');
    at('2026-03-01T12:01:00.000Z');
    await count('a');
    await tally.flush();
    expect(rows()).toEqual([
      ['a', 4],
      ['b', 1],
      ['a', 1],
    ]);
  });

  it('names 100 addresses per minute, and counts all others in one row without an address', async () => {
    const { at, count, rows, tally } = tallied();
    for (let number = 0; number < 150; number += 1) await count(`address ${number}`);
    await count('address 7');
    await tally.flush();
    expect(rows()).toHaveLength(101);
    expect(rows().at(7)).toEqual(['address 7', 2]);
    expect(rows().at(100)).toEqual([undefined, 50]);
    at('2026-03-01T12:01:00.000Z');
    await tally.flush();
    await count('address 149');
    expect(rows().at(101)).toEqual(['address 149', 1]);
  });

  it('counts a known caller from any address, and names it with any number of strangers', async () => {
    const { audit, count, tally } = tallied();
    for (let number = 0; number < 150; number += 1) await count(`address ${number}`);
    for (let number = 0; number < 150; number += 1) await count(`address ${number}`, { credentialId: 'cred_known' });
    await count('elsewhere', { credentialId: 'cred_other' });
    await tally.flush();
    expect(audit.rows.slice(101).map(({ credentialId, requests }) => [credentialId, requests])).toEqual([
      ['cred_known', 150],
      ['cred_other', 1],
    ]);
  });

  it('restarts a row that could not be written, and reports a count that could not be written', async () => {
    const { audit, count, logged, rows, tally } = tallied();
    audit.fault = new Error('down');
    await expect(count('a')).rejects.toThrow('down');
    audit.fault = undefined;
    await count('a');
    await count('a');
    audit.fault = new Error('down');
    await tally.flush();
    expect(logged).toHaveLength(1);
    audit.fault = undefined;
    await tally.flush();
    expect(rows()).toEqual([['a', 2]]);
  });

  it.each([
    ['a stranger', {}],
    ['a known caller', { credentialId: 'cred_known' }],
  ])('drops a count of %s that could not be written after its minute', async (_who, credential) => {
    const { at, audit, count, rows, tally } = tallied();
    for (let time = 0; time < 2; time += 1) await count('a', credential);
    audit.fault = new Error('down');
    at('2026-03-01T12:01:00.000Z');
    await tally.flush();
    audit.fault = undefined;
    await tally.flush();
    expect(rows()).toEqual([['a', 1]]);
  });
});
