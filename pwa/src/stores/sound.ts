import { settings } from './settings.svelte';

let audio: AudioContext | null = null;

/** One stroke of a ship's bell, made on the phone; silent unless the group switched sound on. */
export function bell(): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, now);
  volume.gain.exponentialRampToValueAtTime(0.25, now + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 1.4);
  volume.connect(audio.destination);
  // A bell's overtones stand at no whole multiples of its tone.
  for (const [multiple, share] of [
    [1, 1],
    [2.76, 0.4],
    [5.4, 0.15],
  ] as const) {
    const tone = audio.createOscillator();
    const part = audio.createGain();
    tone.frequency.value = 620 * multiple;
    part.gain.value = share;
    tone.connect(part).connect(volume);
    tone.start(now);
    tone.stop(now + 1.5);
  }
}
