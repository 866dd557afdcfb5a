import { Refusal } from '../../../domain/kernel/errors.ts';
import type { SignOnPorts, SignOnSources } from '../access/sign-on-ports.ts';

/** @throws Refusal `feature_absent` if the deployment has no sign-on */
export function requireSignOn({ signOn }: SignOnPorts): SignOnSources {
  if (signOn !== undefined) return signOn;
  throw new Refusal(
    'feature_absent',
    'This deployment has no sign-on. Log in with a password, or set `dashboard.sign_on` in the configuration file.',
  );
}
