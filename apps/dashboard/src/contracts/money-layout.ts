import type { MoneyFlow, MoneyNode, MoneyPicture } from './money-flows.ts';

/** A node with its place, in pixels. */
export interface PlacedNode extends MoneyNode {
  x: number;
  y: number;
  width: number;
}

/** A flow with its line, and the place of its amount if it is shown. */
export interface PlacedFlow extends MoneyFlow {
  line: string;
  label: { x: number; y: number } | undefined;
}

/** A picture with coordinates. */
export interface PlacedPicture {
  height: number;
  nodes: PlacedNode[];
  flows: PlacedFlow[];
}

export const nodeHeight = 76;
const gap = 20;
const indent = 26;
/** How far an amount is above its line, so that the arrow is visible. */
const amountRise = 18;
/** Below this width the picture goes from top to bottom. */
const narrowestRow = 640;

/** Lays out a picture so that its text is readable at any width. */
export function placeMoney(picture: MoneyPicture, width: number): PlacedPicture {
  return width < narrowestRow ? placeAsTree(picture, width) : placeAsRow(picture, width);
}

/** From left to right: the buyer, the escrow with the fee below, and the receivers. */
function placeAsRow({ nodes, flows }: MoneyPicture, width: number): PlacedPicture {
  const nodeWidth = Math.min(230, Math.floor(width * 0.25));
  const right = nodes.filter(({ kind }) => kind === 'seller' || kind === 'remainder' || kind === 'wallet');
  const rightHeight = Math.max(right.length, 2) * (nodeHeight + gap) - gap;
  const escrowY = (rightHeight - nodeHeight - gap) / 2 - nodeHeight / 2;
  const wallet = right.findIndex(({ kind }) => kind === 'wallet');
  const walletY = wallet * (nodeHeight + gap);
  const place = (node: MoneyNode): PlacedNode => {
    const center = (width - nodeWidth) / 2;
    const common = { ...node, width: nodeWidth };
    if (node.kind === 'buyer') return { ...common, x: 0, y: Math.max(0, escrowY) };
    if (node.kind === 'escrow') return { ...common, x: center, y: Math.max(0, escrowY) };
    if (node.kind === 'fees')
      return { ...common, x: center, y: Math.max(walletY, Math.max(0, escrowY) + nodeHeight + gap) };
    return { ...common, x: width - nodeWidth, y: right.indexOf(node) * (nodeHeight + gap) };
  };
  const placed = nodes.map(place);
  const height = Math.max(...placed.map(({ y }) => y)) + nodeHeight;
  return { height, nodes: placed, flows: flows.flatMap((flow) => placeFlow(flow, placed)) };
}

function placeFlow(flow: MoneyFlow, nodes: PlacedNode[]): PlacedFlow[] {
  const [from, to] = [nodes.find(({ id }) => id === flow.from), nodes.find(({ id }) => id === flow.to)];
  if (!from || !to) return [];
  const isForward = from.x < to.x;
  // Keeps the lines into and out of the wallet apart.
  const [startAt, endAt] = from.kind === 'wallet' ? [0.7, 0.7] : [0.5, to.kind === 'wallet' ? 0.3 : 0.5];
  const start = { x: isForward ? from.x + from.width : from.x, y: from.y + nodeHeight * startAt };
  const end = { x: isForward ? to.x - 4 : to.x + to.width + 4, y: to.y + nodeHeight * endAt };
  const middle = (start.x + end.x) / 2;
  const line = `M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`;
  return [{ ...flow, line, label: { x: middle, y: (start.y + end.y) / 2 - amountRise } }];
}

/** From top to bottom: each receiver is below its source, a little to the right. */
function placeAsTree({ nodes, flows }: MoneyPicture, width: number): PlacedPicture {
  const depths: Record<MoneyNode['kind'], number> = {
    buyer: 0,
    escrow: 0,
    seller: 1,
    wallet: 1,
    remainder: 1,
    fees: 2,
  };
  const placed = nodes.map((node, index): PlacedNode => {
    const x = depths[node.kind] * indent;
    return { ...node, x, y: index * (nodeHeight + gap), width: width - x };
  });
  const lines = flows.flatMap((flow): PlacedFlow[] => {
    const [from, to] = [placed.find(({ id }) => id === flow.from), placed.find(({ id }) => id === flow.to)];
    if (!from || !to) return [];
    const startX = from.x + indent / 2;
    const startY = from.y + nodeHeight;
    const line =
      from.x === to.x
        ? `M${startX} ${startY}V${to.y - 4}`
        : `M${startX} ${startY}V${to.y + nodeHeight / 2}H${to.x - 4}`;
    return [{ ...flow, line, label: undefined }];
  });
  return { height: nodes.length * (nodeHeight + gap) - gap, nodes: placed, flows: lines };
}
