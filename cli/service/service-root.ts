import { usageFault } from '../output/command-fault.ts';
import { SETTINGS, type SettingName } from '../settings/setting-names.ts';

/**
 * The address of a service without a slash at its end.
 *
 * @throws CommandFault `usage` if the text is no address, or has credentials, a query or a fragment
 */
export function serviceRoot(setting: SettingName, address: string): string {
  const { flag, variable } = SETTINGS[setting];
  if (!URL.canParse(address))
    throw usageFault(`The address ${JSON.stringify(address)} is not a URL.`, `${flag} https://…, or ${variable}`);
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    throw usageFault(
      'The address must be an http or https URL without credentials, query and fragment.',
      `${flag} https://…`,
    );
  return (url.origin + url.pathname).replace(/\/+$/, '');
}
