// How is the height of a chart read? By lines across it, each with its number to the left.
import { brief } from "./scale.ts";

/** The room around what is drawn: numbers to the left, labels below. */
export const MARGIN = { left: 44, right: 14, top: 10, bottom: 26 };

interface RungsProps {
  steps: readonly number[];
  width: number;
  y(value: number): number;
}

export function Rungs({ steps, width, y }: RungsProps) {
  return (
    <>
      {steps.map((step) => (
        <g key={step}>
          <line class="grid" x1={MARGIN.left} x2={width - MARGIN.right} y1={y(step)} y2={y(step)} />
          <text class="tick" x={MARGIN.left - 6} y={y(step) + 4} text-anchor="end">
            {brief(step)}
          </text>
        </g>
      ))}
    </>
  );
}
