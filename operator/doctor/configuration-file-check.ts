import type { ConfigurationLocation } from '../../runtime/configuration/configuration-location.ts';
import { examinationText, examineFile } from '../../runtime/configuration/load-configuration-file.ts';
import { faultVerdict, okVerdict, warningVerdict, type Check, type CheckVerdict } from './findings/finding.ts';

/** The check that processes can use the present configuration file. */
export function configurationFileCheck(location: ConfigurationLocation): Check {
  return { part: 'configuration', check: 'file', look: () => fileVerdict(location) };
}

function fileVerdict(location: ConfigurationLocation): CheckVerdict {
  const examination = examineFile(location);
  const seen = examinationText(location, examination).replaceAll(/\n\s*/g, ' ');
  const { state, warnings } = examination;
  if (state === 'invalid' || state === 'not_composable')
    return faultVerdict(
      seen,
      'Correct the file. Until then, gateways use the earlier file, and no process starts with this file.',
    );
  return warnings.length > 0
    ? warningVerdict(seen, 'Read each warning, and correct the file if it does not do what you intended.')
    : okVerdict(seen);
}
