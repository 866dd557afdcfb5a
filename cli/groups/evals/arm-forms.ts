import { ARM_BASES, EXPERIMENT_INSTRUMENTS, type ArmBasis } from '../../../domain/quality/experiments/declaration.ts';
import { FormFault, type Form } from '../../tree/flag.ts';

type Instrument = (typeof EXPERIMENT_INSTRUMENTS)[number];

/** An arm as the command line states it. */
export interface StatedArm {
  readonly name: string;
  readonly evaluator: string;
  readonly metric: string;
  readonly tier?: string;
  readonly basis: ArmBasis;
  readonly instrument: Instrument;
}

/** The target of an arm, by its name. */
export interface ArmConfig {
  readonly name: string;
  readonly target: Readonly<Record<string, unknown>>;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME_RULE = 'a name of 1 to 64 letters, digits and . _ -, starting with a letter or digit';
const MEMBERS = ['name', 'evaluator', 'metric', 'tier', 'basis', 'instrument'] as const;
const TARGET_MEMBERS: readonly string[] = ['model', 'connection_id', 'system', 'parameters'];

/** An arm: members with `=`, separated by commas. */
export const armForm: Form<StatedArm> = {
  rule: 'an arm: name=<arm>,evaluator=<id>,metric=<id>[,tier=<tier>][,basis=measured|reported][,instrument=judged_dataset_run|replay]',
  parse: (text) => {
    const members = new Map<string, string>();
    for (const part of text.split(',')) {
      const at = part.indexOf('=');
      const [name, value] = [part.slice(0, at), part.slice(at + 1)];
      if (at < 1 || value === '' || !MEMBERS.some((known) => known === name) || members.has(name)) return undefined;
      members.set(name, value);
    }
    const [name, evaluator, metric, tier, basis = 'measured', instrument = 'judged_dataset_run'] = MEMBERS.map(
      (member) => members.get(member),
    );
    if (name === undefined || evaluator === undefined || metric === undefined) return undefined;
    if (!NAME.test(name)) throw new FormFault(`an arm with ${NAME_RULE}`);
    return {
      name,
      evaluator,
      metric,
      ...(tier !== undefined && { tier }),
      basis: memberOf('basis', ARM_BASES, basis),
      instrument: memberOf('instrument', EXPERIMENT_INSTRUMENTS, instrument),
    };
  },
};

function memberOf<Member extends string>(what: string, members: readonly Member[], text: string): Member {
  const found = members.find((member) => member === text);
  if (found === undefined) throw new FormFault(`an arm whose ${what} is one of ${members.join(', ')}`);
  return found;
}

/** The target of an arm: its name, and a JSON object. */
export const armConfigForm: Form<ArmConfig> = {
  rule: `<arm>=<json>, where the JSON object has members of ${TARGET_MEMBERS.join(', ')}`,
  parse: (text) => {
    const at = text.indexOf('=');
    const name = text.slice(0, at);
    if (at < 1 || !NAME.test(name)) return undefined;
    try {
      const target: unknown = JSON.parse(text.slice(at + 1));
      if (typeof target !== 'object' || target === null || Array.isArray(target)) return undefined;
      return Object.keys(target).every((member) => TARGET_MEMBERS.includes(member))
        ? { name, target: target as Record<string, unknown> }
        : undefined;
    } catch {
      return undefined;
    }
  },
};
