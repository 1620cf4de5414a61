// SPDX-License-Identifier: Apache-2.0
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dial } from '@perfuse/ui/gauge/Dial.tsx';
import type { BandScale } from '../../../metrics/bands.ts';
import { dialBands, needleAngle } from './dial.ts';
import { formatEdge } from '../../../metrics/metric-format.ts';
import type { ScalePlacement } from '../model/use-metric-reading.ts';

function dialReading(placed: ScalePlacement) {
  const { scale, value, uncertainty } = placed;
  return {
    value,
    limits: scale.drawn,
    text: placed.text,
    angle: needleAngle(scale, value),
    spread:
      uncertainty === undefined
        ? undefined
        : ([
            needleAngle(scale, value - uncertainty),
            needleAngle(scale, value + uncertainty),
          ] as const),
  };
}

export interface ScaleDialProps {
  readonly scale: BandScale;
  readonly placed: ScalePlacement | null;
  readonly number: string;
  readonly labelledBy: string;
  /** Whether the edges are written, for which the dial must be wide. */
  readonly hasEdges: boolean;
}

/** The dial of a metric: its bands, and the needle at its value. */
export function ScaleDial({
  scale,
  placed,
  number,
  labelledBy,
  hasEdges,
}: ScaleDialProps): ReactNode {
  const { i18n } = useTranslation();
  const bands = dialBands(scale);
  return (
    <Dial
      labelledBy={labelledBy}
      arcs={bands.map((band) => ({ ...band, isActive: band.band === placed?.index }))}
      number={number}
      reading={placed && dialReading(placed)}
      edges={
        hasEdges
          ? bands
              .filter((band) => scale.edges.includes(band.fromValue))
              .map((band) => ({
                degrees: band.fromDegrees,
                text: formatEdge(band.fromValue, i18n.language),
              }))
          : []
      }
    />
  );
}
