// Runs one attack in a separate process until its parent stops it. It then reports the answers.
import { setPriority } from 'node:os';
import { API_ATTACKS } from './api-attacks.ts';
import { AttackWorld, type AttackTargets } from './attack-world.ts';
import { GATEWAY_ATTACKS } from './gateway-attacks.ts';

/**
 * The priority of the attack. A real attacker has a separate machine; here, the attack gets only the processor time
 * that others leave.
 */
const LOW_PRIORITY = 10;
setPriority(LOW_PRIORITY);
const [, , name = '', targets = ''] = process.argv;
const attack = { ...GATEWAY_ATTACKS, ...API_ATTACKS }[name];
if (attack === undefined) throw new Error(`There is no attack ${name}.`);
const world = new AttackWorld(JSON.parse(targets) as AttackTargets);
process.on('message', () => process.send?.(world.tally, () => process.exit(0)));
process.send?.('begins');
await attack(world);
