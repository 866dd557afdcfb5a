import { Refusal } from '../../domain/kernel/errors.ts';
import { isId, namedIds } from '../../contracts/wire/named-ids.ts';
import type { AuditStore } from '../../store/installation/audit-store.ts';
import { newId } from '../../store/postgres/new-id.ts';
import { StartupFault } from '../startup-fault.ts';

/** The verbs of commands that only read; every other command writes. */
const READING_VERBS: readonly string[] = ['list', 'show', 'log'];

export interface AuditedCommand {
  /** `<noun> <verb>`, or the name of a single command. */
  readonly name: string;
  /** The values that follow `--`. */
  readonly values: Readonly<Record<string, string>>;
  /** The user of the operating system. */
  readonly operator: string;
}

/**
 * Runs a command between an intent and an outcome in the audit, as the API does with requests. A command that breaks
 * off in between has an unknown outcome, and a command whose intent cannot be written does not run. A command that only
 * reads is not recorded.
 */
export async function auditCommand<Result>(
  audit: AuditStore,
  { name, values, operator }: AuditedCommand,
  run: () => Promise<Result>,
): Promise<Result> {
  if (READING_VERBS.includes(name.split(' ').at(-1) ?? '')) return run();
  const targets = Object.values(values).filter(isId);
  const organizationId = await audit.organizationOf(targets);
  const auditId = newId('auditEvent');
  const place = organizationId === undefined ? {} : { organizationId };
  const workspaceId = targets.find((id) => id.startsWith('t_'));
  await audit.begin({
    auditId,
    operation: `operator ${name}`,
    operator,
    targets,
    ...place,
    ...(workspaceId !== undefined && { workspaceId }),
  });
  try {
    const result = await run();
    await audit.end(auditId, { outcome: 'accepted', targets: [result].flat().flatMap(namedIds) });
    return result;
  } catch (error) {
    await audit.end(auditId, endOf(error));
    throw error;
  }
}

function endOf(error: unknown): Parameters<AuditStore['end']>[1] {
  if (error instanceof Refusal) return { outcome: 'refused', code: error.code };
  if (error instanceof StartupFault) return { outcome: 'refused', code: 'validation_failed' };
  return { outcome: 'failed' };
}
