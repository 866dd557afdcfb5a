import { describe, expect, it } from 'vitest';
import { DATASET_LIMITS } from '../../../../../domain/quality/datasets/dataset-limits.ts';
import { editMembers, type DatasetEdit } from '../../../../../domain/quality/datasets/edit-members.ts';
import { makeMember } from '../../../../../testing/quality/make-dataset-member.ts';

const A = makeMember('a', { annotations: { note: 'old', topic: 'x' } });
const B = makeMember('b', { contentHash: '1' });

const edit = (change: Partial<DatasetEdit>, before = [A, B]) =>
  editMembers(before, { remove: [], add: [], annotate: [], ...change });

describe('an edit', () => {
  it('removes, then adds at the end, then annotates', () => {
    const edited = edit({
      remove: ['a', 'z', 'z'],
      add: [makeMember('c'), makeMember('a'), makeMember('d', { contentHash: '1' }), makeMember('b')],
      annotate: [{ requestId: 'c', annotations: { note: 'new' } }],
    });
    expect(edited).toEqual({
      members: [B, makeMember('c', { annotations: { note: 'new' } }), makeMember('a')],
      ...{ added: 2, removed: 1, annotated: 1, notMembers: 1, duplicates: { requests: 1, contents: 1 } },
    });
    expect(edited.members[0]).toBe(B);
  });

  it('merges annotations: it sets, removes, and leaves others, in the order of their names', () => {
    const { members, annotated } = edit({
      annotate: [
        { requestId: 'a', annotations: { topic: null, label: 'pass', absent: null } },
        { requestId: 'a', annotations: { note: 'newer' } },
      ],
    });
    expect(Object.entries(members[0]!.annotations)).toEqual([
      ['label', 'pass'],
      ['note', 'newer'],
    ]);
    expect(annotated).toBe(2);
  });

  it('leaves a member whose annotations stay the same', () => {
    const edited = edit({ annotate: [{ requestId: 'a', annotations: { note: 'old', absent: null } }] });
    expect([edited.annotated, edited.members[0]]).toEqual([0, A]);
    expect(edited.members[0]).toBe(A);
  });

  it('refuses annotations of a request that is no member', () => {
    expect(() => edit({ remove: ['a'], annotate: [{ requestId: 'a', annotations: { note: 'x' } }] })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        faults: [expect.objectContaining({ pointer: '/annotate/0/req_id' })],
      }),
    );
  });

  it('bounds the annotations of a member', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${String(at).padStart(2, '0')}`, 'x']));
    const of = (count: number) => edit({ annotate: [{ requestId: 'b', annotations: named(count) }] });
    expect(of(DATASET_LIMITS.annotations).annotated).toBe(1);
    expect(() => of(DATASET_LIMITS.annotations + 1)).toThrow('An item has at most 16 annotations.');
  });

  it('bounds the members', () => {
    const many = Array.from({ length: DATASET_LIMITS.items - 1 }, (_, at) => makeMember(`m${at}`));
    expect(edit({ add: [makeMember('c')] }, many).members).toHaveLength(DATASET_LIMITS.items);
    expect(() => edit({ add: [makeMember('c'), makeMember('d')] }, many)).toThrow('at most 10000 items');
  });

  it('bounds all annotations together', () => {
    const annotations = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`name${at}`, 'x'.repeat(DATASET_LIMITS.annotationText - 5)]),
    );
    const full = Array.from({ length: 100 }, (_, at) => makeMember(`m${at}`, { annotations }));
    expect(edit({}, full).members).toHaveLength(100);
    expect(() => edit({ add: [makeMember('c', { annotations: { a: '' } })] }, full)).toThrow(
      'at most 4000000 characters',
    );
  });
});
