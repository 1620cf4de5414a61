// SPDX-License-Identifier: Apache-2.0
import type { Evidence } from '@perfuse/contract/results/evidence';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type uPlot from 'uplot';
import { formatNumber } from '../../../i18n/format.ts';
import { leftAxis, lowerAxis, shade } from './axes.ts';
import type { Palette } from './palette.ts';
import { Plot } from './Plot.tsx';
import { spectrumSeries } from './series.ts';

const HEIGHT = 190;

/** A line through the peak that was taken, with its rate beside it. */
function drawPeak(self: uPlot, peak: number, text: string, { alert, ink, font }: Palette): void {
  const { ctx, bbox } = self;
  const px = window.devicePixelRatio;
  const x = self.valToPos(peak, 'x', true);
  ctx.save();
  ctx.strokeStyle = alert;
  ctx.lineWidth = 1.5 * px;
  ctx.setLineDash([4 * px, 3 * px]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.fillStyle = ink;
  ctx.font = font.replace(/^(\d+)px/, (_, size: string) => `600 ${String(Number(size) * px)}px`);
  const isLeft = x < bbox.left + bbox.width / 2;
  ctx.textAlign = isLeft ? 'left' : 'right';
  ctx.textBaseline = 'top';
  ctx.fillText(text, x + (isLeft ? 6 : -6) * px, bbox.top + 2 * px);
  ctx.restore();
}

/** The spectrum of the pulse with the peak that was taken and what counts as signal. */
export function PulseSpectrum({ evidence }: { readonly evidence: Evidence }): ReactNode {
  const { t, i18n } = useTranslation('evidence');
  const { language } = i18n;
  const series = useMemo(() => spectrumSeries(evidence), [evidence]);
  const data = useMemo((): uPlot.AlignedData => [[...series.rate], [...series.power]], [series]);
  const rateText = (rate: number): string =>
    t('spectrum.rate', { rate: formatNumber(rate, 0, language) });
  return (
    <Plot
      label={t('spectrum.title')}
      data={data}
      height={HEIGHT}
      options={(palette) => ({
        scales: { x: { time: false }, y: { range: () => [0, 1.12] } },
        axes: [lowerAxis(palette, t('axis.rate'), language), leftAxis(palette, language, false)],
        series: [{}, { stroke: palette.accent, width: 1.75, points: { show: false } }],
        hooks: {
          drawClear: [
            (self) => {
              for (const [from, to] of series.bands) shade(self, from, to, palette.band);
            },
          ],
          draw: [(self) => drawPeak(self, series.peak, rateText(series.peak), palette)],
        },
      })}
      readout={(index) =>
        t('spectrum.at', {
          rate: formatNumber(series.rate[index] ?? 0, 0, language),
          percent: new Intl.NumberFormat(language, { style: 'percent' }).format(
            series.power[index] ?? 0,
          ),
        })
      }
    />
  );
}
