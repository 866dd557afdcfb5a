/** Members of a request that ask to be served in another way than the standard one, and the values that do not. */
const PLAIN: Readonly<Record<string, readonly unknown[]>> = {
  service_tier: ['auto', 'default', 'standard', 'standard_only', 'on_demand'],
  speed: ['standard', 'normal'],
  inference_geo: ['global', 'not_available'],
};

/** The dimensions in which a request asks for another price than the standard one; undefined where it asks for none. The answer decides what it gets. */
export function askedServices(body: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  let asked: string[] | undefined;
  for (const name in PLAIN) {
    const value = body[name];
    if (value !== undefined && value !== null && PLAIN[name]?.includes(value) !== true) (asked ??= []).push(name);
  }
  return asked;
}
