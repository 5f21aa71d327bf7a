-- Sends requests that were written out beforehand, one after the other, and tells what came of them as JSON.
-- Arguments: the file of the requests, separated by NUL; which one is the first; and, for people who take their time,
-- how many milliseconds each connection waits at most before its next request.

local requests, last, pause = {}, 0, 0

function init(arguments)
  local file = assert(io.open(arguments[1], 'rb'))
  for text in file:read('*a'):gmatch('[^%z]+') do
    requests[#requests + 1] = text
  end
  file:close()
  last = tonumber(arguments[2]) % #requests
  pause = tonumber(arguments[3] or 0)
  -- wrk asks before each request whoever has such a function, so only those who wait get one.
  if pause > 0 then
    math.randomseed(5)
    delay = function() return math.random(0, pause) end
  end
  -- os.clock is the CPU that wrk has taken: what it takes from here on is the load's.
  io.write(string.format('BEGUN %.3f\n', os.clock()))
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests": %d, "microseconds": %d, "failed": %d, "p50": %d, "p99": %d, "cpu": %.3f}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), os.clock()
  ))
end
