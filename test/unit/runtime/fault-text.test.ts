import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../domain/kernel/errors.ts';
import { faultText } from '../../../runtime/fault-text.ts';
import { StartupFault } from '../../../runtime/startup-fault.ts';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' });

describe('the text of an error for people', () => {
  it('is the sentence of an expected error', () => {
    expect(faultText(new StartupFault('Set it.'))).toBe('Set it.');
    expect(faultText(new Refusal('not_found', 'There is none.'))).toBe('There is none.');
    expect(faultText(away, 'Postgres does not answer.')).toBe('Postgres does not answer.');
    expect(faultText('in words')).toBe('in words');
  });

  it('is the refusal of an engine or the operating system, without a stack', () => {
    const wrongPassword = Object.assign(
      new pg.DatabaseError('password authentication failed for user "me"', 0, 'error'),
      {
        code: '28P01',
      },
    );
    expect(faultText(wrongPassword, 'away')).toBe('Postgres refuses: password authentication failed for user "me".');
    const denied = Object.assign(new Error("EACCES: permission denied, open '/x'"), {
      code: 'EACCES',
      syscall: 'open',
    });
    expect(faultText(denied)).toBe("EACCES: permission denied, open '/x'.");
    expect(faultText(away)).toBe('connect ECONNREFUSED.');
    const duplicate = Object.assign(new pg.DatabaseError('duplicate key', 0, 'error'), { code: '23505' });
    expect(faultText(duplicate)).toMatch(/^error: duplicate key\n {4}at /);
  });

  it('is the stack of a defect with its causes, without the data that drivers store in an error', () => {
    const cause = Object.assign(new TypeError('Invalid URL'), { input: 'http://me:SECRET@host' });
    const text = faultText(Object.assign(new Error('no client', { cause }), { detail: 'SECRET' }), 'away');
    expect(text).toMatch(/^Error: no client\n {4}at .*\ncaused by: TypeError: Invalid URL\n {4}at /s);
    expect(text).not.toContain('SECRET');
  });
});
