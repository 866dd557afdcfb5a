import { StartupFault } from '../startup-fault.ts';

/** The fault of a command that cannot be run: one sentence that states which one can. The exit code is then 2. */
export class UsageFault extends StartupFault {}
