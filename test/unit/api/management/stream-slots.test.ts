import { describe, expect, it } from 'vitest';
import { createStreamSlots, type StreamSlots } from '../../../../api/management/lane/stream-slots.ts';

const fullOf = (slots: StreamSlots, credentialId: string, userId: string): string | undefined =>
  slots.take({ credentialId, userId }).full;

function release(slot: ReturnType<StreamSlots['take']> | undefined): void {
  if (slot !== undefined && slot.full === undefined) slot.release();
}

describe('open streams', () => {
  it('are at most four of a credential', () => {
    const slots = createStreamSlots();
    const taken = Array.from({ length: 4 }, () => slots.take({ credentialId: 'tok_1', userId: 'usr_1' }));
    expect(fullOf(slots, 'tok_1', 'usr_1')).toBe('credential');
    expect(fullOf(slots, 'tok_2', 'usr_1')).toBeUndefined();
    release(taken[0]);
    expect(fullOf(slots, 'tok_1', 'usr_1')).toBeUndefined();
    expect(fullOf(slots, 'tok_1', 'usr_1')).toBe('credential');
  });

  it('are at most sixteen of a user with any number of tokens', () => {
    const slots = createStreamSlots();
    for (let token = 0; token < 16; token += 1) slots.take({ credentialId: `tok_${token}`, userId: 'usr_1' });
    expect(fullOf(slots, 'tok_16', 'usr_1')).toBe('user');
    expect(fullOf(slots, 'tok_16', 'usr_2')).toBeUndefined();
  });

  it('are at most 200 of a process', () => {
    const slots = createStreamSlots();
    for (let user = 0; user < 200; user += 1) slots.take({ credentialId: `tok_${user}`, userId: `usr_${user}` });
    expect(fullOf(slots, 'tok_200', 'usr_200')).toBe('process');
  });

  it('are freed once, although their end is reported twice', () => {
    const slots = createStreamSlots();
    const one = slots.take({ credentialId: 'tok_1', userId: 'usr_1' });
    for (let more = 0; more < 3; more += 1) slots.take({ credentialId: 'tok_1', userId: 'usr_1' });
    for (let times = 0; times < 2; times += 1) release(one);
    expect(fullOf(slots, 'tok_1', 'usr_1')).toBeUndefined();
    expect(fullOf(slots, 'tok_1', 'usr_1')).toBe('credential');
  });
});
