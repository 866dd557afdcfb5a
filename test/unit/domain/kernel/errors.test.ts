import { describe, expect, it } from 'vitest';
import {
  conflict,
  DefectError,
  invalid,
  revisionMismatch,
  notFound,
  Refusal,
} from '../../../../domain/kernel/errors.ts';

const told = ({ name, code, message, faults }: Refusal): unknown => ({ name, code, message, faults });

describe('a refusal', () => {
  it('has a code and a sentence, and no fault or cause unless it is given one', () => {
    const refusal = new Refusal('forbidden', 'Ask for access.');
    expect(told(refusal)).toEqual({ name: 'Refusal', code: 'forbidden', message: 'Ask for access.', faults: [] });
    expect('cause' in refusal).toBe(false);
  });

  it('keeps the faults and the cause that it is given', () => {
    const cause = new Error('lost');
    const faults = [{ pointer: '/name', detail: 'Too long.' }];
    const refusal = new Refusal('dependency_unavailable', 'Try again.', { faults, cause });
    expect([refusal.faults, refusal.cause]).toEqual([faults, cause]);
  });

  it.each([
    [
      'a missing thing, in the words for a concealed one',
      notFound(),
      'not_found',
      'There is no such resource, or you may not see it. Check the ids of the path against the lists.',
      [],
    ],
    ['a missing thing in words of its own', notFound('No such run.'), 'not_found', 'No such run.', []],
    [
      'a member',
      invalid('/name', 'Too long.'),
      'validation_failed',
      'Too long.',
      [{ pointer: '/name', detail: 'Too long.' }],
    ],
    [
      'a state, which is the whole document',
      conflict('already_settled', 'It has ended.'),
      'conflict',
      'It has ended.',
      [{ pointer: '', detail: 'It has ended.', code: 'already_settled' }],
    ],
    [
      'a name',
      conflict('name_taken', 'It is taken.', '/name'),
      'conflict',
      'It is taken.',
      [{ pointer: '/name', detail: 'It is taken.', code: 'name_taken' }],
    ],
    [
      'what was read before',
      revisionMismatch('revision_stale', 'It was changed.'),
      'precondition_failed',
      'It was changed.',
      [{ pointer: '', detail: 'It was changed.', code: 'revision_stale' }],
    ],
    [
      'what a member relied on',
      revisionMismatch('view_gone', 'It is gone.', '/view_id'),
      'precondition_failed',
      'It is gone.',
      [{ pointer: '/view_id', detail: 'It is gone.', code: 'view_gone' }],
    ],
  ] as const)('is of %s', (_what, refusal, code, message, faults) => {
    expect(told(refusal)).toEqual({ name: 'Refusal', code, message, faults });
  });
});

describe('a defect', () => {
  it('says what it is in the log, with its cause', () => {
    const cause = new Error('lost');
    const defect = new DefectError('An answer has no rows.', { cause });
    expect([defect.name, defect.message, defect.cause]).toEqual(['DefectError', 'An answer has no rows.', cause]);
  });
});
