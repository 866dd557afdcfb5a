import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ManagementSession } from '../../../store/management/management-session-store.ts';

/** @throws Refusal `forbidden` for a user with a one-time password */
export function requireChosenPassword({ mustChangePassword }: Pick<ManagementSession, 'mustChangePassword'>): void {
  if (!mustChangePassword) return;
  throw new Refusal(
    'forbidden',
    'Your password is a one-time password. Replace it with POST /me/password before you do anything else.',
  );
}
