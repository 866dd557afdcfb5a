import { Refusal } from '../../../domain/kernel/errors.ts';
import type { ApiPorts } from '../../ports/ports.ts';

/**
 * Refuses recipients who are not members now. Every read checks again whether a recipient can read the report.
 *
 * @throws Refusal `validation_failed` at the index of each recipient who is not a member
 */
export async function refuseNonMembers(
  { tenancy }: Pick<ApiPorts, 'tenancy'>,
  organizationId: string,
  recipients: readonly string[],
): Promise<void> {
  if (recipients.length === 0) return;
  const members = await tenancy.organizationMembers(organizationId, recipients);
  const faults = recipients.flatMap((id, index) =>
    members.has(id)
      ? []
      : [{ pointer: `/recipient_subject_ids/${index}`, detail: 'is not a member of the organization' }],
  );
  if (faults.length > 0) {
    throw new Refusal(
      'validation_failed',
      'Every recipient must be a current member of the organization. Remove the others.',
      { faults },
    );
  }
}
