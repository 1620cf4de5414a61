// SPDX-License-Identifier: Apache-2.0
/** A fake camera with controls that pages can set, filming a simple scene. */
import { vi } from 'vitest';
import type { FaceExposure } from './exposure.ts';
import type { ControllableTrack, ImageControls } from './image-controls.ts';

/** As Chrome reports them for a phone's front camera. */
export const PHONE_CAPABILITIES = {
  exposureMode: ['continuous', 'manual'],
  exposureCompensation: { min: -3, max: 3, step: 0.25 },
  exposureTime: { min: 1, max: 2000, step: 1 },
  iso: { min: 50, max: 1600, step: 1 },
  whiteBalanceMode: ['continuous', 'manual'],
  colorTemperature: { min: 2800, max: 7000, step: 50 },
  focusMode: ['continuous', 'manual', 'single-shot'],
  focusDistance: { min: 0, max: 3, step: 0.1 },
};

const PHONE_SETTINGS = {
  exposureMode: 'continuous',
  exposureCompensation: 0,
  exposureTime: 250,
  iso: 200,
  whiteBalanceMode: 'continuous',
  colorTemperature: 4200,
  focusMode: 'continuous',
  focusDistance: 0.4,
  width: 480,
  height: 640,
  frameRate: 30,
};

interface FakeOptions {
  readonly capabilities?: object;
  readonly settings?: Partial<typeof PHONE_SETTINGS>;
  /** Luma of the face without compensation, and how far its peaks are above it. */
  readonly luma?: number;
  readonly shine?: number;
  /** Replaces setting the requested controls. */
  readonly answer?: () => Promise<void>;
  /** Called in addition when controls are set. */
  readonly sideEffect?: (settings: Record<string, unknown>) => void;
}

export function fakeControls({
  capabilities = PHONE_CAPABILITIES,
  settings: given = {},
  luma = 120,
  shine = 40,
  answer,
  sideEffect,
}: FakeOptions = {}) {
  const settings: Record<string, unknown> = { ...PHONE_SETTINGS, ...given };
  const asked: ImageControls[][] = [];
  const scene = { luma };
  const applyConstraints = vi.fn(async (constraints: MediaTrackConstraints = {}): Promise<void> => {
    const groups = (constraints.advanced ?? []) as ImageControls[]; // the constraint sets that the page passed
    asked.push(groups);
    if (answer !== undefined) {
      await answer();
      return;
    }
    for (const group of groups) Object.assign(settings, group);
    sideEffect?.(settings);
  });
  const track = {
    applyConstraints,
    getConstraints: () => ({ width: { ideal: 480 } }),
    getSettings: () => ({ ...settings }),
    getCapabilities: () => capabilities,
  } satisfies ControllableTrack;
  const seen = (framesPerS = 30): FaceExposure => {
    const level = scene.luma * 2 ** (Number(settings['exposureCompensation']) / 2.2);
    return { luma: Math.min(255, level), peak: level + shine, framesPerS };
  };
  return { track, settings, asked, scene, seen, applyConstraints };
}
