import { CaseContentSchema } from '../../contracts/comparisons/case.ts';
import { labelPatternFault } from '../../contracts/comparisons/label-pattern.ts';
import { createValidator } from '../../contracts/wire/validator.ts';
import { type CaseContent, caseFault } from '../../domain/comparisons/case-content.ts';
import type { CaseStore } from '../../store/comparisons/case-store.ts';
import { UsageFault } from '../../runtime/commands/usage-fault.ts';
import { defineCommand, type Command } from './command.ts';
import { anyText, idOption, withPurpose } from './options.ts';

/** The ports of the case commands. */
export interface CaseCommandPorts {
  readonly cases: Pick<CaseStore, 'importAll'>;
  /**
   * Reads a file as text.
   * @throws UsageFault if the file cannot be read
   */
  readonly readFile: (path: string) => Promise<string>;
}

/** The maximum number of lines, so that the one transaction blocks others for no longer than a second. */
const MAX_LINES = 10_000;

const faultOf = createValidator(CaseContentSchema);

/** Commands about the cases of gateways, by `<noun> <verb>`. */
export const CASE_COMMANDS: Readonly<Record<string, Command<CaseCommandPorts>>> = {
  'case import': defineCommand({
    summary: 'stores the cases of a file for a gateway, all of them or none',
    options: {
      gateway: idOption('gateway'),
      file: withPurpose('contains the cases', anyText('a file of JSON lines, each a CaseContent')),
    },
    async run({ cases, readFile }, { gateway, file }) {
      const contents = contentsOf(await readFile(file), file);
      const ids = await cases.importAll(gateway, contents);
      return [
        {
          gateway_id: gateway,
          imported: String(ids.length),
          first_case_id: ids.at(0) ?? '',
          last_case_id: ids.at(-1) ?? '',
        },
      ];
    },
  }),
};

/**
 * Parses the lines of a file as contents of cases.
 * @throws UsageFault that names the faulty line
 */
function contentsOf(text: string, file: string): CaseContent[] {
  const lines = text.split('\n').map((line, index) => ({ line, number: index + 1 }));
  const filled = lines.filter(({ line }) => line.trim() !== '');
  if (filled.length === 0) throw new UsageFault(`The file ${file} has no case. Write one case per line.`);
  if (filled.length > MAX_LINES) {
    throw new UsageFault(
      `The file ${file} has ${filled.length} cases, and one import accepts at most ${MAX_LINES}. Split the file.`,
    );
  }
  return filled.map(({ line, number }) => {
    const document = parsed(line);
    const fault = faultOf(document)?.message ?? unsound(document as CaseContent);
    if (fault !== undefined) throw new UsageFault(`Line ${number} of ${file} is not a valid case: ${fault}`);
    return document as CaseContent;
  });
}

function unsound(content: CaseContent): string | undefined {
  const fault = caseFault(content, labelPatternFault);
  return fault && `${fault.pointer}: ${fault.detail}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
