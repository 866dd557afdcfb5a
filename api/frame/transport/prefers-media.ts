/**
 * True if `Accept` prefers a media type to JSON: the header names it with more weight. Without a header, or with
 * wildcards only, JSON is preferred.
 */
export function prefersMedia(accept: string | undefined, media: string): boolean {
  const named = (accept ?? '').split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { name, weight: Number(weight) };
  });
  const weightOf = (wanted: string): number =>
    Math.max(0, ...named.flatMap(({ name, weight }) => (name === wanted ? [weight] : [])));
  return weightOf(media) > weightOf('application/json');
}
