/** The item's pictures, 4:3, one below the other; the frame keeps its place while one is loading or missing. */
export function Gallery({ images }: { images: string[] }) {
  const [first, ...others] = images;
  return (
    <div className="grid gap-4">
      <div className="panel aspect-[4/3] overflow-clip bg-sunken">
        {first ? (
          <img className="h-full w-full object-cover" src={first} width={640} height={480} alt="" />
        ) : null}
      </div>
      {others.map((image) => (
        <div key={image} className="panel aspect-[4/3] overflow-clip bg-sunken">
          <img
            className="h-full w-full object-cover"
            src={image}
            width={640}
            height={480}
            alt=""
            loading="lazy"
          />
        </div>
      ))}
    </div>
  );
}
