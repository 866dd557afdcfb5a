import { StartupFault } from '../startup-fault.ts';

/** What was typed is no command that can be run: one sentence that says what would be. Ends a command with code 2. */
export class UsageFault extends StartupFault {}
