import { compileLinearPattern } from '../../../contracts/guardrails/compile-linear-pattern.ts';
import { createTextScanner } from '../../../domain/guardrails/create-text-scanner.ts';
import type { CreateScanner } from '../../../domain/guardrails/simulation/create-simulation.ts';
import { parseTokenLocator } from '../../../store/tenancy/credential-token.ts';

/** Makes the scanner of a binding, with patterns of RE2 and the checksum of our own keys. */
export const createScanner: CreateScanner = (settings) =>
  createTextScanner(settings, {
    compile: compileLinearPattern,
    isOwnKey: (text) => parseTokenLocator(text) !== undefined,
  });
