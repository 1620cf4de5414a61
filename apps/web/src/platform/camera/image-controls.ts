// SPDX-License-Identifier: Apache-2.0
/**
 * The controls of a camera that a page may set (W3C MediaStream Image Capture, section 4), as far as this camera
 * supports them. Chrome supports them on Android and for many USB cameras, Safari supports some iPhones' white balance
 * and focus, Firefox none.
 */
import { z } from '@perfuse/contract/schema';

const range = z.catch(
  z.optional(z.object({ min: z.number(), max: z.number(), step: z.optional(z.number()) })),
  undefined,
);
const modes = z.catch(z.optional(z.array(z.string())), undefined);
const value = z.catch(z.optional(z.number()), undefined);
const mode = z.catch(z.optional(z.string()), undefined);

const capabilitiesSchema = z.object({
  exposureMode: modes,
  exposureCompensation: range,
  exposureTime: range,
  iso: range,
  whiteBalanceMode: modes,
  colorTemperature: range,
  focusMode: modes,
  focusDistance: range,
});
const settingsSchema = z.object({
  exposureMode: mode,
  exposureCompensation: value,
  exposureTime: value,
  iso: value,
  colorTemperature: value,
  focusDistance: value,
  width: value,
  height: value,
  frameRate: value,
});

/** Values that the camera supports. Exposure times are in units of 0.1 ms, compensations in exposure steps. */
export type ImageCapabilities = z.infer<typeof capabilitiesSchema>;
/** The camera's current values. */
export type ImageSettings = z.infer<typeof settingsSchema>;
export type ControlRange = NonNullable<ImageCapabilities['exposureTime']>;

/** Values to set, by the names of the controls. */
export type ImageControls = Readonly<
  Partial<{
    exposureMode: 'continuous' | 'manual';
    exposureCompensation: number;
    exposureTime: number;
    iso: number;
    whiteBalanceMode: 'continuous' | 'manual';
    colorTemperature: number;
    focusMode: 'continuous' | 'manual';
    focusDistance: number;
  }>
>;

/** The part of a camera's track that is used. */
export type ControllableTrack = Pick<
  MediaStreamTrack,
  'applyConstraints' | 'getConstraints' | 'getSettings'
> &
  // Missing in older Firefox.
  Partial<Pick<MediaStreamTrack, 'getCapabilities'>>;

export function imageCapabilities(track: ControllableTrack): ImageCapabilities {
  const parsed = capabilitiesSchema.safeParse(track.getCapabilities?.() ?? {});
  return parsed.success ? parsed.data : {};
}

export function imageSettings(track: ControllableTrack): ImageSettings {
  const parsed = settingsSchema.safeParse(track.getSettings());
  return parsed.success ? parsed.data : {};
}

/** The controls that return to the camera's own control, with the compensation that it had at first. */
export function automaticControls(can: ImageCapabilities, first: ImageSettings): ImageControls[] {
  const groups: ImageControls[] = [];
  if (can.exposureMode?.includes('continuous') === true) {
    const { exposureCompensation = 0 } = first;
    groups.push({
      exposureMode: 'continuous',
      ...(can.exposureCompensation !== undefined && { exposureCompensation }),
    });
  }
  if (can.whiteBalanceMode?.includes('continuous') === true) {
    groups.push({ whiteBalanceMode: 'continuous' });
  }
  if (can.focusMode?.includes('continuous') === true) groups.push({ focusMode: 'continuous' });
  return groups;
}

/** The controls that lock the current values. */
export function lockedControls(
  can: ImageCapabilities,
  { exposureTime, iso, colorTemperature, focusDistance }: ImageSettings,
  canHoldExposure: boolean,
): ImageControls[] {
  const groups: ImageControls[] = [];
  if (canHoldExposure) {
    groups.push({
      exposureMode: 'manual',
      ...(can.exposureTime !== undefined && exposureTime !== undefined && { exposureTime }),
      ...(can.iso !== undefined && iso !== undefined && { iso }),
    });
  }
  if (can.whiteBalanceMode?.includes('manual') === true) {
    const isKnown = can.colorTemperature !== undefined && colorTemperature !== undefined;
    groups.push({ whiteBalanceMode: 'manual', ...(isKnown && { colorTemperature }) });
  }
  if (can.focusMode?.includes('manual') === true) {
    const isKnown = can.focusDistance !== undefined && focusDistance !== undefined;
    groups.push({ focusMode: 'manual', ...(isKnown && { focusDistance }) });
  }
  return groups;
}

/**
 * Sets controls and nothing else: browsers refuse them combined with size and frame rate. Each group is a constraint
 * set of its own, after one that combines them all: some browsers read only the first, and a set that cannot be met
 * does not block the others.
 */
export async function applyControls(
  track: ControllableTrack,
  groups: readonly ImageControls[],
): Promise<void> {
  const all = groups.reduce<ImageControls>((sum, group) => ({ ...sum, ...group }), {});
  const advanced = groups.length > 1 ? [all, ...groups] : groups;
  // TypeScript's list of constraints does not have these names yet.
  await track.applyConstraints({ advanced: advanced as MediaTrackConstraintSet[] });
}
