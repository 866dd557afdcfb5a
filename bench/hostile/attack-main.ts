// One attack, in a process of its own, until its parent tells it to stop. It then tells what was answered.
import { setPriority } from 'node:os';
import { API_ATTACKS } from './api-attacks.ts';
import { AttackWorld, type AttackTargets } from './attack-world.ts';
import { GATEWAY_ATTACKS } from './gateway-attacks.ts';

/** A real attacker has its own machine. Here it gets the processor time that the others leave. */
const LOW_PRIORITY = 10;
setPriority(LOW_PRIORITY);
const [, , name = '', targets = ''] = process.argv;
const attack = { ...GATEWAY_ATTACKS, ...API_ATTACKS }[name];
if (attack === undefined) throw new Error(`There is no attack ${name}.`);
const world = new AttackWorld(JSON.parse(targets) as AttackTargets);
process.on('message', () => process.send?.(world.tally, () => process.exit(0)));
process.send?.('begins');
await attack(world);
