import { CLOUD_RULES } from './rules/cloud-rules.ts';
import { CODE_HOST_RULES } from './rules/code-host-rules.ts';
import { COLLABORATION_RULES } from './rules/collaboration-rules.ts';
import { COMMERCE_RULES } from './rules/commerce-rules.ts';
import { INFRASTRUCTURE_RULES } from './rules/infrastructure-rules.ts';
import { MESSAGING_RULES } from './rules/messaging-rules.ts';
import { MODEL_PROVIDER_RULES } from './rules/model-provider-rules.ts';
import { MONITORING_RULES } from './rules/monitoring-rules.ts';
import type { SecretRule } from './rules/secret-rule.ts';

/** The rules of the detector `secrets`. Forms are those that the services document. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...MODEL_PROVIDER_RULES,
  ...CLOUD_RULES,
  ...CODE_HOST_RULES,
  ...MESSAGING_RULES,
  ...COMMERCE_RULES,
  ...MONITORING_RULES,
  ...COLLABORATION_RULES,
  ...INFRASTRUCTURE_RULES,
];
