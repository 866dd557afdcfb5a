/** A price dimension that a member of a request can choose, and the values that choose the standard service. */
interface AskedService {
  readonly dimension: string;
  readonly plain: readonly unknown[];
}

const PLAIN_TIERS = ['auto', 'default', 'standard', 'standard_only', 'on_demand', 'unspecified'];

/** The services by the member that asks for them. Google has two spellings of one member. */
const SERVICES: Readonly<Record<string, AskedService>> = {
  service_tier: { dimension: 'service_tier', plain: PLAIN_TIERS },
  serviceTier: { dimension: 'service_tier', plain: PLAIN_TIERS },
  speed: { dimension: 'speed', plain: ['standard', 'normal'] },
  inference_geo: { dimension: 'inference_geo', plain: ['global', 'not_available'] },
};

/**
 * The dimensions in which a request asks for a price other than the standard one; undefined if it asks for none. The
 * answer decides which price applies.
 */
export function requestedServices(body: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  let asked: string[] | undefined;
  for (const name in SERVICES) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    const { dimension, plain } = SERVICES[name] as AskedService;
    if (!plain.includes(value)) (asked ??= []).push(dimension);
  }
  return asked;
}
