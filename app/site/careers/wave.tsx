import waveNarrow from "#app/assets/art/cover-wave-m.svg?url";
import wave from "#app/assets/art/cover-wave.svg?url";

/** The full-width picture of the careers pages. */
export function Wave({ className }: { className: string }) {
  return (
    <picture>
      <source media="(max-width:1023px)" srcSet={waveNarrow} width={780} height={300} />
      <img className={className} src={wave} alt="" width={1440} height={520} fetchPriority="high" />
    </picture>
  );
}
