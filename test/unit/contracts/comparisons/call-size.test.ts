import { expect, it } from 'vitest';
import { armCallSize, judgeCallSize } from '../../../../contracts/comparisons/call-size.ts';
import { MODEL_TARGET } from '../../../../testing/api/made-route.ts';

it('counts the bytes of everything that is sent to an arm', () => {
  const messages = [{ content: 'Größe?' }, { content: 'x' }];
  const target = { ...MODEL_TARGET, system: 'äb' };
  expect(armCallSize(target, messages)).toEqual({
    inputBytes: 3 + 8 + 1,
    messages: 3,
    isForced: false,
    maxOutputTokens: 400,
  });
});

it('counts an answer with everything else that is sent to its judge', () => {
  const material = { messages: [{ role: 'user', content: 'How?' }], referenceNotes: 'So.', answer: '' };
  const empty = judgeCallSize(material, 300);
  expect(empty).toMatchObject({ messages: 2, isForced: true, maxOutputTokens: 300 });
  const { inputBytes } = judgeCallSize({ ...material, answer: 'äb' }, 300);
  expect(inputBytes - empty.inputBytes).toBe(3);
});
