import { StartupFault } from '../startup-fault.ts';

/** The fault of a command that cannot be run: one sentence that says which one can. Ends a command with code 2. */
export class UsageFault extends StartupFault {}
