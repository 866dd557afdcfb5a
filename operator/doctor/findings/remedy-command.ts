/** The commands for checks whose remedy names none, by their code. Each shows the cause, or the page with the steps. */
const COMMANDS: Readonly<Record<string, string>> = {
  'configuration.environment': 'env | grep ^TRUETALLY_',
  'configuration.file': 'npm run validate',
  'machine.node': 'node --version',
  'machine.disk_of_the_data_folder': 'df -h .data',
  'machine.disk_of_the_journal': 'df -h .data/journal',
  'machine.journal': 'ls -ld .data/journal',
  'machine.captured_content': 'ls -ld ~/.gateway/content',
  'postgres.clock': 'timedatectl status',
  'clickhouse.clock': 'timedatectl status',
  'temporal.clock': 'timedatectl status',
  'postgres.migrations': 'npm run migrate',
  'clickhouse.migrations': 'npm run migrate',
};

/** The command for every other check. */
const START = 'npm start';

/** The first command that a remedy names in backticks, or else the command of the check. */
export function remedyCommand(code: string, remedy: string): string {
  const named = /`((?:npm|node|tt|curl|docker) [^`]+)`/.exec(remedy)?.[1];
  return named ?? COMMANDS[code] ?? START;
}
