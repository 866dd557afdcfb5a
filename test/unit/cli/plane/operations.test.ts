import { describe, expect, it } from 'vitest';
import { calibrateGroup } from '../../../../cli/groups/calibrate/calibrate-group.ts';
import { evalsGroup } from '../../../../cli/groups/evals/evals-group.ts';
import { fleetGroup } from '../../../../cli/groups/fleet/fleet-group.ts';
import { keysGroup } from '../../../../cli/groups/keys/keys-group.ts';
import { qualityGroup } from '../../../../cli/groups/quality/quality-group.ts';
import { tokenGroup } from '../../../../cli/groups/token/token-group.ts';
import { userGroup } from '../../../../cli/groups/user/user-group.ts';
import { OPERATIONS } from '../../../../clients/typescript/management/operations.ts';

const COMMANDS = [keysGroup, userGroup, tokenGroup, fleetGroup, qualityGroup, evalsGroup, calibrateGroup].flatMap(
  ({ commands }) => commands,
);

describe('the commands of the management plane', () => {
  it.each(COMMANDS.map((command) => [command.words.join(' '), command] as const))(
    'tt %s names an operation of the plane',
    (_words, { operation = '' }) => {
      expect(Object.keys(OPERATIONS)).toContain(operation);
    },
  );

  it('has no flag that takes a secret', () => {
    const names = COMMANDS.flatMap(({ flags }) => Object.entries(flags))
      .filter(([name, { value }]) => value !== undefined && /key|token|secret|password/.test(name))
      .map(([name]) => name);
    expect(names).toEqual([]);
  });
});
